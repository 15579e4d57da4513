import { Fact } from '#app/ui/facts.tsx'
import { poundsText } from '#content/money.ts'
import { returnReasonTexts, type SavedSheet } from '../sheet/job-sheet.ts'

/** The engineer's findings and work, for the customer. */
export function VisitFacts({ sheet: { found, done } }: { sheet: SavedSheet }) {
  return (
    <>
      {found && <Fact label="What we found">{found}</Fact>}
      {done && <Fact label="What we did">{done}</Fact>}
    </>
  )
}

/** All of a job sheet, for staff. */
export function SheetFacts({ sheet }: { sheet: SavedSheet }) {
  const { parts, partsPricePence, parkingPence, congestionPence, needsReturn, returnNote } = sheet
  return (
    <>
      <VisitFacts sheet={sheet} />
      {parts.length > 0 && (
        <Fact label="Parts">
          {parts.map(({ name, quantity, costPence }) => `${quantity} × ${name}, ${poundsText(costPence)} each`).join('\n')}
          {`\nThe customer pays ${poundsText(partsPricePence)}`}
        </Fact>
      )}
      {parkingPence > 0 && <Fact label="Parking">{poundsText(parkingPence)}</Fact>}
      {congestionPence > 0 && <Fact label="Congestion Charge">{poundsText(congestionPence)}</Fact>}
      {needsReturn && <Fact label="Come back">{`${returnReasonTexts[needsReturn]}: ${returnNote}`}</Fact>}
    </>
  )
}
