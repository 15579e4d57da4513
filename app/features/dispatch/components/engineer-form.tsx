import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { RefusedForm } from '#app/ui/folded-form.tsx'

interface EngineerFormProps {
  /** Absent: one to be added. */
  engineer?: { name: string; phoneText: string; gasSafeNumber: string | null; base: string; hasLeft: boolean }
  refused?: RefusedForm
}

/** An engineer's details. */
export function EngineerForm({ engineer, refused: entered }: EngineerFormProps) {
  const of = (name: 'name' | 'phone' | 'gasSafeNumber' | 'base') => ({
    id: name,
    name,
    defaultValue: entered?.typed[name] ?? (name === 'phone' ? engineer?.phoneText : engineer?.[name]) ?? '',
    problem: entered?.problems[name],
  })
  return (
    <Form method="post" noValidate className="max-w-[30em]">
      <TextField {...of('name')} label="Name" hint="Customers will see this." maxLength={100} autoComplete="off" />
      <TextField {...of('phone')} label="Phone" type="tel" maxLength={30} autoComplete="off" />
      {(entered?.problems.sharesPhone || entered?.typed.sharesPhone) && (
        <label className="mt-2 flex min-h-11 items-center gap-3">
          <input
            id="sharesPhone"
            type="checkbox"
            name="sharesPhone"
            value="yes"
            defaultChecked={entered.typed.sharesPhone !== undefined}
            aria-invalid={entered.problems.sharesPhone !== undefined || undefined}
            className="size-6 flex-none accent-ink"
          />
          They share this phone
        </label>
      )}
      <TextField
        {...of('gasSafeNumber')}
        label="Gas Safe number"
        hint="Seven digits. Engineers without one can’t be given boiler or water heater jobs."
        inputMode="numeric"
        maxLength={12}
        autoComplete="off"
        optional
      />
      <TextField {...of('base')} label="Starts from" hint="An area or a postcode." maxLength={200} autoComplete="off" optional />
      {engineer && (
        <label className="mt-4 flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            name="retired"
            value="yes"
            defaultChecked={entered ? entered.typed.retired !== undefined : engineer.hasLeft}
            className="size-6 flex-none accent-ink"
          />
          Has left (no more jobs or shifts)
        </label>
      )}
      <Button name="intent" value="save" className="mt-5">
        {engineer ? 'Save' : 'Add engineer'}
      </Button>
    </Form>
  )
}
