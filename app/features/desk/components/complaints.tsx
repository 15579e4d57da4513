import { longestWish, longestWords, staffChannels } from '#app/features/aftercare/complaint-fields.ts'
import { RowButton } from '#app/ui/button.tsx'
import { Fact, FactRows, Facts } from '#app/ui/facts.tsx'
import { fieldOf, Options, Select, TextArea } from '#app/ui/field.tsx'
import { Part } from '#app/ui/part.tsx'
import type { BookingView } from '../board-booking.server.ts'
import type { RefusedForm } from '../refused-form.ts'
import { ActForm } from './act-form.tsx'
import { complaintText } from './next-on-booking.ts'
import { typedIn } from './typed-in.ts'

interface ComplaintsProps {
  view: BookingView
  refused?: RefusedForm
}

type Complaint = BookingView['complaints'][number]

/** Complaints about a visit with their dates, the next step with the open one, and a form to record one that reached us by phone, email or post. */
export function Complaints({ view, refused }: ComplaintsProps) {
  const { complaints, isErased } = view
  const isOpen = complaints.some(({ next }) => next)
  return (
    <Part id="complaints" title="Complaints" isTarget className="mt-8">
      {complaints.map((complaint) => (
        <div key={complaint.id} className="mt-4 border-2 border-ink px-4 py-3">
          <p className="font-bold">{complaint.next ? complaintText(complaint.next) : 'Complaint, closed'}</p>
          {complaint.isFurther && complaint.next && <p>They weren’t happy with our earlier answer: the owner should answer this one.</p>}
          <Facts>
            <FactRows rows={complaint.steps} />
            {complaint.words && <Fact label="What went wrong">{complaint.words}</Fact>}
            {complaint.wish && <Fact label="What they’d like">{complaint.wish}</Fact>}
            {complaint.answer && <Fact label="Our answer">{`${complaint.answer}\n${complaint.disputeText}`}</Fact>}
            {complaint.closingNote && <Fact label="Agreed">{complaint.closingNote}</Fact>}
          </Facts>
          {complaint.next && !isErased && <NextStep {...{ view, refused }} step={complaint.next.step} />}
        </div>
      ))}
      {!isOpen && !isErased && <RecordForm view={view} refused={typedIn(refused, 'complain')} />}
    </Part>
  )
}

function NextStep({ view, refused, step }: ComplaintsProps & { step: NonNullable<Complaint['next']>['step'] }) {
  const { card, details } = view
  const typed = typedIn(refused, step === 'close' ? 'close' : 'answer')
  return (
    <>
      {step === 'acknowledge' && (
        <ActForm intent="acknowledge" seen={card.seen} className="mt-3">
          <p className="text-sm text-muted">
            {details.email
              ? 'We’ll email them the dates.'
              : 'They don’t have an email address: call or write first, and tell them the dates.'}
          </p>
          <RowButton className="mt-2">Acknowledge</RowButton>
        </ActForm>
      )}
      {step === 'close' ? (
        <ActForm intent="close" seen={card.seen} hasFields>
          <TextArea
            label="What you agreed"
            hint="Only staff see this, but the customer can ask for a copy."
            maxLength={1000}
            {...fieldOf(typed, 'closingNote')}
          />
          <RowButton className="mt-3">Close the complaint</RowButton>
        </ActForm>
      ) : (
        <ActForm intent="answer" seen={card.seen} hasFields>
          <TextArea
            label="Your answer to the customer"
            hint={`${details.email ? 'We’ll email it to them' : 'They don’t have an email address: send it by post too. It’s'} and show it on their booking page. We’ll add whether we use a provider of dispute resolution (see Settings).`}
            rows={6}
            maxLength={longestWords}
            {...fieldOf(typed, 'answer')}
          />
          <RowButton className="mt-3">Send the answer</RowButton>
        </ActForm>
      )}
    </>
  )
}

function RecordForm({ view, refused }: { view: BookingView; refused?: RefusedForm }) {
  return (
    <details className="folded" open={refused !== undefined}>
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-bold">Record a complaint</summary>
      <ActForm intent="complain" seen={view.card.seen} hasFields>
        <Select
          name="channel"
          label="How did they complain?"
          defaultValue={refused?.typed.channel ?? ''}
          problem={refused?.problems.channel}
        >
          <option value="">Choose one</option>
          <Options of={Object.entries(staffChannels)} />
        </Select>
        <TextArea label="What went wrong, in their words" maxLength={longestWords} {...fieldOf(refused, 'words')} />
        <TextArea label="What they’d like us to do" optional maxLength={longestWish} {...fieldOf(refused, 'wish')} />
        <RowButton className="mt-3">Record the complaint</RowButton>
      </ActForm>
    </details>
  )
}
