import { useEffect, useRef, useState } from 'react'
import { withBookCosts } from '#app/features/pricing/part-fields.ts'
import { PartOptions, partOptionsId } from '#app/features/pricing/part-options.tsx'
import type { BookPart } from '#app/features/pricing/read-parts.server.ts'
import { Button, ButtonLink, RowButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Options, Select, TextArea, TextField } from '#app/ui/field.tsx'
import { useHeld } from '#app/ui/use-held.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { poundsText } from '#content/money.ts'
import { ActForm } from '../act-form.tsx'
import { mostParts, readSheet, returnReasons, returnReasonTexts, type SavedSheet } from '../sheet/job-sheet.ts'
import type { JobAnswer } from './job-panel.tsx'

/** A link from the day to the sheet of the job under way. */
export const SheetLink = ({ job }: { job: { id: string; sheet?: SavedSheet } }) => (
  <ButtonLink look="outline" href={`/engineer/jobs/${job.id}#sheet`} className="mt-4 w-full">
    {job.sheet?.revision ? 'Change the job sheet' : 'Fill in the job sheet'}
  </ButtonLink>
)

interface JobSheetFormProps {
  jobId: string
  sheet: SavedSheet
  /** The parts that can be chosen. */
  book: readonly BookPart[]
  /** For a refused sheet. */
  answer?: JobAnswer
}

/** The engineer's record of a visit. Updates of the job don't overwrite a value being typed. */
export function JobSheetForm({ jobId, sheet, book, answer }: JobSheetFormProps) {
  const { held, begin, end } = useHeld(String(sheet.revision))
  const [checked, setChecked] = useState<Readonly<Record<string, string>>>()
  const { typed } = answer ?? {}
  const problems = checked ?? answer?.problems ?? {}
  const of = (name: string, saved: string) => ({ name, defaultValue: typed?.[name] ?? saved, problem: problems[name] })
  const refused = Object.entries(problems)
  const top = useRef<HTMLElement>(null)
  useEffect(() => {
    if (answer || checked) top.current?.querySelector<HTMLElement>('[role=alert]')?.focus()
  }, [answer, checked])
  return (
    <section ref={top} id="sheet" aria-labelledby="sheet-title" className="mt-8 scroll-mt-4 border-t-2 border-ink pt-4">
      <h2 id="sheet-title" className="text-xl">
        Job sheet
      </h2>
      {(answer || checked) && (
        <div className="mt-3">
          <ErrorSummary
            title={refused.length > 0 ? undefined : 'Not saved yet'}
            problems={refused.length > 0 ? refused.map(([field, text]) => ({ field, text })) : [{ text: answer?.text ?? '' }]}
          />
        </div>
      )}
      <ActForm
        key={held}
        kind="sheet"
        bookingId={jobId}
        action={`/engineer/jobs/${jobId}` satisfies SitePath}
        check={(name) => {
          const read = readSheet(withBookCosts(name, book))
          return 'problems' in read ? read.problems : undefined
        }}
        onChecked={(found) => {
          setChecked(found)
          if (!found) end()
        }}
        onInput={begin}
      >
        <input type="hidden" name="step" value="sheet" />
        <input type="hidden" name="seen" value={answer ? String(sheet.revision) : held} />
        <TextArea {...of('found', sheet.found)} label="What you found" hint="The customer will see this." rows={4} />
        <TextArea {...of('done', sheet.done)} label="What you did" hint="The customer will see this too." rows={4} />
        <PartOptions parts={book} />
        <Parts sheet={sheet} of={of} hasBook={book.length > 0} />
        <div className="pair">
          <TextField
            {...of('parking', sheet.parkingPence ? poundsText(sheet.parkingPence) : '')}
            label="Parking"
            hint="In pounds"
            inputMode="decimal"
          />
          <TextField
            {...of('congestion', sheet.congestionPence ? poundsText(sheet.congestionPence) : '')}
            label="Congestion Charge"
            hint="In pounds"
            inputMode="decimal"
          />
        </div>
        <Select {...of('needsReturn', sheet.needsReturn ?? '')} label="Is another visit needed?">
          <option value="">No, it’s done</option>
          <Options of={returnReasons.map((reason) => [reason, returnReasonTexts[reason]])} />
        </Select>
        <TextField
          {...of('returnNote', sheet.returnNote)}
          label="What’s left to do"
          hint="For example, which part and when it’s due. Only needed if there’ll be another visit."
        />
        <Button look="ink" className="mt-5 min-h-[64px] w-full text-lg">
          Save the job sheet
        </Button>
      </ActForm>
    </section>
  )
}

/** Lines of parts: the existing ones and one more; without JavaScript three more. */
function Parts({
  sheet,
  of,
  hasBook,
}: {
  sheet: SavedSheet
  hasBook: boolean
  of: (name: string, saved: string) => { name: string; defaultValue: string; problem?: string }
}) {
  const [added, setAdded] = useState(0)
  const typedLines = Array.from({ length: mostParts }, (_, at) => at + 1).filter(
    (number) => of(`part${number}`, '').defaultValue || of(`cost${number}`, '').defaultValue,
  )
  const count = Math.min(mostParts, Math.max(sheet.parts.length, ...typedLines, 0) + 1 + added)
  return (
    <fieldset className="mt-5">
      <legend className="font-bold">Parts</legend>
      <p className="text-sm text-muted">{`${hasBook ? 'Choose a part from the price book, or type one in. ' : ''}Enter what each one cost us, including VAT${hasBook ? ', or leave the cost blank to use the price book’s' : ''}. We work out the customer’s price from it.`}</p>
      {Array.from({ length: count }, (_, at) => at + 1).map((number) => {
        const part = sheet.parts[number - 1]
        return (
          <div key={number} className="pair mt-3 gap-y-2 border-b border-line pb-3 *:mt-0 *:first:col-span-full">
            <TextField {...of(`part${number}`, part?.name ?? '')} label={`Part ${number}`} list={partOptionsId} autoComplete="off" />
            <TextField {...of(`quantity${number}`, part ? String(part.quantity) : '')} label="How many" inputMode="numeric" />
            <TextField {...of(`cost${number}`, part ? poundsText(part.costPence) : '')} label="Cost each (£)" inputMode="decimal" />
          </div>
        )
      })}
      {count < mostParts && (
        <RowButton type="button" className="mt-3" onClick={() => setAdded(added + 1)}>
          Add another part
        </RowButton>
      )}
      {sheet.partsPricePence > 0 && (
        <p className="mt-2">The customer pays {poundsText(sheet.partsPricePence)} for the parts you’ve saved.</p>
      )}
    </fieldset>
  )
}
