import { Form } from 'react-router'
import { counted } from '#app/platform/next-text.ts'
import { Button } from '#app/ui/button.tsx'
import { failureWords } from '#app/ui/failed-submit.tsx'
import { Select, TextField } from '#app/ui/field.tsx'
import { unitText } from '../part-fields.ts'
import { partPricePence } from '../part-price.ts'
import type { PriceBook } from '../read-parts.server.ts'

type Part = PriceBook[number]

/** The server's refusal of a form. */
export interface PartAnswer {
  /** The part's id; '' for a new one. */
  id: string
  text: string
  typed: Readonly<Record<string, string>>
  problems: Readonly<Record<string, string>>
}

interface PriceBookListProps {
  parts: PriceBook
  markupPercent: number
  answer?: PartAnswer
}

/** The owner's parts, with a form for each and one for a new part. */
export function PriceBookList({ parts, markupPercent, answer }: PriceBookListProps) {
  return (
    <>
      <section aria-labelledby="add" className="mt-6 max-w-[40em]">
        <h2 id="add" className="text-xl">
          Add a part
        </h2>
        <PartForm key={parts.length} answer={answer?.id === '' ? answer : undefined} button="Add part" />
      </section>
      <h2 className="mt-10 text-xl">{counted(parts.length, 'part')}</h2>
      {parts.length === 0 ? (
        <p className="mt-2 text-muted">Until you add some, engineers type in each part and its cost themselves.</p>
      ) : (
        <ul className="mt-3 border-t-2 border-ink">
          {parts.map((part) => (
            <PartRow
              key={`${part.id} ${part.revision}`}
              part={part}
              markupPercent={markupPercent}
              answer={answer?.id === part.id ? answer : undefined}
            />
          ))}
        </ul>
      )}
    </>
  )
}

function PartRow({ part, markupPercent, answer }: { part: Part; markupPercent: number; answer?: PartAnswer }) {
  const { name, unit, costPence, isActive, changed } = part
  const price = (pence: number) => `£${(pence / 100).toFixed(2)}`
  return (
    <li className="border-b border-line py-2">
      <details open={answer ? true : undefined}>
        <summary className="flex min-h-11 cursor-pointer flex-wrap items-center justify-between gap-x-4">
          <span className="font-bold [overflow-wrap:anywhere]">
            {name}
            {!isActive && <span className="font-normal text-muted">, not available</span>}
          </span>
          <span>
            {`Our cost: ${price(costPence)} ${unitText(unit)}. The customer pays ${price(partPricePence(costPence, markupPercent))}`}
          </span>
        </summary>
        <PartForm part={part} answer={answer} button="Save part" />
        {changed && <p className="mt-2 text-sm text-muted">{`Last changed ${changed}`}</p>}
      </details>
    </li>
  )
}

function PartForm({ part, answer, button }: { part?: Part; answer?: PartAnswer; button: string }) {
  const { typed, problems = {} } = answer ?? {}
  const of = (name: string, saved: string) => ({
    name,
    id: part ? `${name}-${part.id}` : name,
    defaultValue: typed?.[name] ?? saved,
    problem: problems[name],
  })
  return (
    <Form
      method="post"
      noValidate
      className="max-w-[40em]"
      {...failureWords({ title: 'Not saved.', text: 'Check your connection, then save again.' })}
    >
      <input type="hidden" name="id" value={part?.id ?? ''} />
      <input type="hidden" name="seen" value={part?.revision ?? 0} />
      <TextField
        {...of('name', part?.name ?? '')}
        label="Name"
        hint="The name engineers will search for, like Stopcock 15 mm"
        maxLength={80}
        autoComplete="off"
      />
      <div className="grid grid-cols-2 items-end gap-x-4">
        <TextField
          {...of('cost', part ? (part.costPence / 100).toFixed(2) : '')}
          label="Our cost"
          hint="In pounds, including VAT"
          inputMode="decimal"
        />
        <TextField {...of('unit', part?.unit ?? '')} label="Unit" hint="each, metre, box" maxLength={20} autoComplete="off" />
      </div>
      {part && (
        <Select {...of('isActive', part.isActive ? 'yes' : 'no')} label="Available to engineers">
          <option value="yes">Yes</option>
          <option value="no">No</option>
        </Select>
      )}
      <Button look={part ? 'outline' : 'ink'} className="mt-4">
        {button}
      </Button>
    </Form>
  )
}
