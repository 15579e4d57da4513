import { statusFacts } from '#app/features/booking/lifecycle.ts'
import { spokenMomentFrom } from '#app/platform/spoken-window.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { longestMessage } from '../message-text.ts'
import type { TrackView } from '../track-view.server.ts'

/** Messages about a booking, and a form for more while it is open. */
export function Messages({ view: { path, booking, messages, answers, problems, now } }: { view: TrackView }) {
  const isOff = statusFacts(booking.status).stage === 'called_off'
  if (isOff && messages.length === 0) return null
  return (
    <section className="mt-8">
      <h2 className="text-xl">{isOff ? 'Messages' : 'Send us a message'}</h2>
      {messages.length > 0 && (
        <ol className="mt-2">
          {messages.map(({ id, at, sender, text }) => (
            <li key={id} className="border-b border-line py-2">
              <p className="text-sm text-muted">
                {sender === 'customer' ? 'You' : 'Us'} · <time dateTime={at}>{spokenMomentFrom(at, now)}</time>
              </p>
              <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
                {text}
              </p>
            </li>
          ))}
        </ol>
      )}
      {!isOff && (
        <form method="post" action={path} noValidate>
          <input type="hidden" name="intent" value="message" />
          <input type="hidden" name="messageKey" value={answers.messageKey} />
          <TextArea
            name="message"
            label="Your message"
            hint={`For example, a door code, a pet or another number to call. Up to ${longestMessage} characters. For anything urgent, call us.`}
            problem={problems.message}
            defaultValue={answers.message}
            maxLength={longestMessage}
          />
          <Button look="outline" className="mt-3">
            Send message
          </Button>
        </form>
      )}
    </section>
  )
}
