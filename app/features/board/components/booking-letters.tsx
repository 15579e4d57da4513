import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import type { BookingView } from '../board-booking.server.ts'
import { ActForm } from './act-form.tsx'
import { Heading, type Refused, typedIn } from './booking-parts.tsx'

interface LettersProps {
  view: BookingView
  refused?: Refused
}

/** What the customer and we wrote to each other, and a line to write more. */
export function Messages({ view: { messages, keys, isErased, details }, refused }: LettersProps) {
  return (
    <Written
      id="messages"
      title="Messages"
      entries={messages.map(({ id, at, sender, text, state }) => ({
        id,
        head: `${sender === 'customer' ? 'The customer' : 'We'}, ${at}${state ? `: ${stateWords[state]}` : ''}`,
        text,
        isCustomers: sender === 'customer',
      }))}
      form={isErased ? undefined : { intent: 'message', formKey: keys.message, submit: 'Send it' }}
      label="Write to the customer"
      hint={details.email ? 'They get it by mail, and read it on their booking’s page.' : 'They have no email address: ring them too.'}
      refused={refused}
    />
  )
}

const stateWords = { unread: 'unread', read: 'read, not answered', answered: 'answered' } as const

/** What colleagues noted. */
export function Notes({ view: { notes, keys, isErased }, refused }: LettersProps) {
  return (
    <Written
      id="notes"
      title="Internal notes"
      entries={notes.map(({ id, at, by, text }) => ({ id, head: `${by}, ${at}`, text }))}
      form={isErased ? undefined : { intent: 'note', formKey: keys.note, submit: 'Save note' }}
      label="Add a note"
      hint="The customer may ask for a copy of it."
      refused={refused}
    />
  )
}

interface WrittenProps {
  id: string
  title: string
  entries: readonly { id: string; head: string; text: string; isCustomers?: boolean }[]
  /** None where nothing more may be written. */
  form?: { intent: 'message' | 'note'; formKey: string; submit: string }
  label: string
  hint: string
  refused?: Refused
}

function Written({ id, title, entries, form, label, hint, refused }: WrittenProps) {
  const typed = form && typedIn(refused, form.intent)
  return (
    <section aria-labelledby={id} className="mt-8">
      <Heading id={id}>{title}</Heading>
      {entries.length === 0 && <p className="mt-2 text-muted">None so far.</p>}
      <ol>
        {entries.map(({ id: entryId, head, text }) => (
          <li key={entryId} className="border-b border-line py-2">
            <p className="text-sm text-muted">{head}</p>
            <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
          </li>
        ))}
      </ol>
      {form && (
        // Empty once we have written; what is being typed stays when the customer writes meanwhile.
        <ActForm intent={form.intent} key={entries.findLast(({ isCustomers }) => !isCustomers)?.id}>
          {/* The form's own key: sent twice, it is one. What is being typed keeps its own while the page is read again. */}
          <input type="hidden" name="key" defaultValue={form.formKey} />
          <TextArea
            name={form.intent}
            label={label}
            hint={hint}
            maxLength={1000}
            defaultValue={typed?.typed[form.intent]}
            problem={typed?.problems.text}
          />
          <Button look="outline" className="key-row mt-3">
            {form.submit}
          </Button>
        </ActForm>
      )}
    </section>
  )
}
