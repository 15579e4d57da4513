import { TextField } from '#app/ui/field.tsx'
import { noCancellingText, startNowText } from '#content/extra-work.ts'
import { poundsText } from '#content/money.ts'
import type { WorkView } from '../read-extra-work.server.ts'

interface ConsentFieldsProps {
  work: WorkView
  /** The typed name, if it was refused. */
  signer?: string
  /** By the id of a field. */
  problems: Readonly<Record<string, string | undefined>>
}

/** The ticks for work that can be cancelled by law, each separate and unticked; and the customer's name. */
export function ConsentFields({ work, signer, problems }: ConsentFieldsProps) {
  const { id, amountPence } = work
  return (
    <>
      {!noCancellingText(work) && (
        <>
          <Tick id={`price-${id}`} name="price" value="yes" problem={problems[`price-${id}`]}>
            {`I agree to this work for up to ${poundsText(amountPence)}.`}
          </Tick>
          <Tick id={`start-${id}`} name="start" value={startNowText} problem={problems[`start-${id}`]}>
            {startNowText}
          </Tick>
        </>
      )}
      <TextField
        id={`signer-${id}`}
        name="signer"
        label="Your full name"
        autoComplete="name"
        maxLength={100}
        defaultValue={signer}
        problem={problems[`signer-${id}`]}
      />
    </>
  )
}

function Tick({ id, name, value, problem, children }: { id: string; name: string; value: string; problem?: string; children: string }) {
  return (
    <div className={`mt-4 ${problem ? 'border-l-5 border-alarm pl-3.5' : ''}`}>
      {problem && (
        <p id={`${id}-problem`} className="font-bold text-alarm-text">
          <span className="sr-only">Error: </span>
          {problem}
        </p>
      )}
      <label className="flex min-h-12 items-start gap-3 py-2">
        <input
          id={id}
          type="checkbox"
          name={name}
          value={value}
          aria-describedby={problem ? `${id}-problem` : undefined}
          aria-invalid={problem ? true : undefined}
          className="size-6 flex-none accent-ink"
        />
        <span>{children}</span>
      </label>
    </div>
  )
}
