import { Form } from 'react-router'
import { RowButton } from '#app/ui/button.tsx'
import { fieldOf, TextField } from '#app/ui/field.tsx'
import { Part } from '#app/ui/part.tsx'
import type { CashView, HandedIn, HeldCash } from '../read-cash.server.ts'

export interface CashAnswer {
  heldBy: string
  text: string
  typed: Readonly<Record<string, string>>
  problems: Readonly<Record<string, string>>
}

/** The day's close: who has cash, a form to hand it in, and earlier handovers. */
export function CashPage({ held, handedIn, pressKey, answer }: CashView & { pressKey: string; answer?: CashAnswer }) {
  return (
    <>
      <h1 className="text-2xl">Cash</h1>
      {answer && (
        <p role="alert" className="mt-4 border-l-5 border-alarm bg-alarm-wash px-3 py-2 font-bold">
          {answer.text}
        </p>
      )}
      <h2 className="mt-6 border-b-2 border-ink pb-2 text-xl">To hand in</h2>
      {held.length === 0 && <p className="py-3">No one has any cash to hand in.</p>}
      {held.map((each) => (
        <section key={each.userId} aria-label={each.name} className="max-w-[34em] border-b border-line py-4">
          <h3 className="text-lg">
            <bdi>{each.name}</bdi>: {each.sum}
          </h3>
          <Taken payments={each.payments} />
          <HandIn held={each} pressKey={`${pressKey}-${each.userId}`} answer={answer?.heldBy === each.userId ? answer : undefined} />
        </section>
      ))}
      <HandedInList handedIn={handedIn} />
    </>
  )
}

const Taken = ({ payments }: Pick<HeldCash, 'payments'>) => (
  <ul className="mt-1">
    {payments.map(({ id, text }) => (
      <li key={id}>{text}</li>
    ))}
  </ul>
)

function HandIn({ held, pressKey, answer }: { held: HeldCash; pressKey: string; answer?: CashAnswer }) {
  return (
    <Form method="post" preventScrollReset noValidate className="mt-2">
      <input type="hidden" name="heldBy" value={held.userId} />
      <input type="hidden" name="seenPence" value={held.pence} />
      <input type="hidden" name="key" value={pressKey} />
      <TextField
        id={`counted-${held.userId}`}
        label="What you counted, in pounds"
        inputMode="decimal"
        autoComplete="off"
        {...fieldOf(answer, 'counted')}
      />
      <TextField
        id={`note-${held.userId}`}
        label="If it differs, say why"
        maxLength={300}
        autoComplete="off"
        {...fieldOf(answer, 'note')}
      />
      <RowButton className="mt-3">Record as handed in</RowButton>
    </Form>
  )
}

/** An engineer's own page: the cash that they have, and handed in. */
export function OwnCash({ held, handedIn }: CashView) {
  const [own] = held
  return (
    <>
      <h1 className="mt-4 text-2xl">Your cash</h1>
      <p className="mt-2 text-lg">{own ? `You have ${own.sum} to hand in.` : 'You have nothing to hand in.'}</p>
      {own && <Taken payments={own.payments} />}
      <HandedInList handedIn={handedIn} />
    </>
  )
}

function HandedInList({ handedIn }: { handedIn: readonly HandedIn[] }) {
  return (
    <Part title="Handed in" className="mt-8">
      {handedIn.length === 0 && <p className="py-3">Nothing yet.</p>}
      <ul>
        {handedIn.map(({ id, at, name, receivedBy, expected, counted, difference, note }) => (
          <li key={id} className="border-b border-line py-2.5 [overflow-wrap:anywhere]">
            <b>{counted}</b> from <bdi>{name}</bdi>, {at}, counted by <bdi>{receivedBy}</bdi>
            {difference && (
              <>
                . It should have been {expected}, a difference of <b>{difference}</b>
              </>
            )}
            {note && `. ${note}`}
          </li>
        ))}
      </ul>
    </Part>
  )
}
