import { RowButton } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { Part } from '#app/ui/part.tsx'
import type { BookingView } from '../board-booking.server.ts'
import type { RefusedForm } from '../refused-form.ts'
import { ActButton } from './act-button.tsx'
import { ActForm } from './act-form.tsx'
import { typedIn } from './typed-in.ts'
import { TypedText } from './typed-text.tsx'
import { useFormKey } from './use-form-key.ts'

interface LettersProps {
  view: BookingView
  refused?: RefusedForm
}

/** Messages between the customer and us, and a form for another. */
export function Messages({ view: { messages, keys, isErased, details }, refused }: LettersProps) {
  return (
    <Written
      id="messages"
      title="Messages"
      entries={messages.map(({ id, at, sender, text, state }) => ({
        id,
        head: `${sender === 'customer' ? 'The customer' : 'Us'}, ${at}${state ? `: ${stateWords[state]}` : ''}`,
        text,
      }))}
      form={isErased ? undefined : { intent: 'message', formKey: keys.message, submit: 'Send message' }}
      label="Write to the customer"
      hint={
        details.email
          ? 'We’ll email it to them, and they can also read it on their booking page.'
          : 'They don’t have an email address, so call them too.'
      }
      refused={refused}
    />
  )
}

/** Buttons for a customer's messages besides answering: read, answered by phone. */
export function MessageMarks({ messages }: Pick<BookingView, 'messages'>) {
  const isUnread = messages.some(({ state }) => state === 'unread')
  const isUnanswered = messages.some(({ state }) => state === 'unread' || state === 'read')
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {isUnread && <ActButton intent="read">Mark as read</ActButton>}
      {isUnanswered && <ActButton intent="answered">Answered by phone</ActButton>}
    </div>
  )
}

const stateWords = { unread: 'unread', read: 'read but not answered', answered: 'answered' } as const

/** Colleagues' notes. */
export function Notes({ view: { notes, keys, isErased }, refused }: LettersProps) {
  return (
    <Written
      id="notes"
      title="Internal notes"
      entries={notes.map(({ id, at, by, text }) => ({ id, head: `${by}, ${at}`, text }))}
      form={isErased ? undefined : { intent: 'note', formKey: keys.note, submit: 'Save note' }}
      label="Add a note"
      hint="The customer can ask for a copy."
      refused={refused}
    />
  )
}

interface WrittenProps {
  id: string
  title: string
  entries: readonly { id: string; head: string; text: string }[]
  /** Absent if nothing more may be written. */
  form?: { intent: 'message' | 'note'; formKey: string; submit: string }
  label: string
  hint: string
  refused?: RefusedForm
}

function Written({ id, title, entries, form, label, hint, refused }: WrittenProps) {
  const typed = form && typedIn(refused, form.intent)
  return (
    <Part id={id} title={title} isTarget className="mt-8">
      {entries.length === 0 && <p className="mt-2 text-muted">None yet.</p>}
      <ol>
        {entries.map(({ id: entryId, head, text }) => (
          <li key={entryId} className="border-b border-line py-2">
            <p className="text-sm text-muted">{head}</p>
            <TypedText text={text} />
          </li>
        ))}
      </ol>
      {form && <WriteForm {...form} label={label} hint={hint} typed={typed} />}
    </Part>
  )
}

interface WriteFormProps extends NonNullable<WrittenProps['form']>, Pick<WrittenProps, 'label' | 'hint'> {
  typed?: RefusedForm
}

/** A form for an entry. */
function WriteForm({ intent, formKey, submit, label, hint, typed }: WriteFormProps) {
  const key = useFormKey(formKey)
  return (
    <ActForm intent={intent} key={key}>
      <input type="hidden" name="key" value={key} />
      <TextArea
        name={intent}
        label={label}
        hint={hint}
        maxLength={1000}
        defaultValue={typed?.typed[intent]}
        problem={typed?.problems.text}
      />
      <RowButton className="mt-3">{submit}</RowButton>
    </ActForm>
  )
}
