import { momentText } from '#app/platform/london.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { longestMessage } from '../message-text.ts'
import type { TrackView } from '../track-view.server.ts'

/** What was written about a booking so far, and room for more. */
export function Messages({ view: { path, messages, answers, problems } }: { view: TrackView }) {
  return (
    <section className="mt-8">
      <h2 className="text-xl">Send us a message</h2>
      {messages.length > 0 && (
        <ol className="mt-2">
          {messages.map(({ id, at, sender, text }) => (
            <li key={id} className="border-b border-line py-2">
              <p className="text-sm text-muted">
                {sender === 'customer' ? 'You' : 'We'}, <time dateTime={at}>{momentText(at)}</time>
              </p>
              <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
            </li>
          ))}
        </ol>
      )}
      <form method="post" action={path} noValidate>
        <input type="hidden" name="intent" value="message" />
        <input type="hidden" name="messageKey" value={answers.messageKey} />
        <TextArea
          name="message"
          label="Your message"
          hint={`A door code, a pet, another number to ring. Up to ${longestMessage} characters. For anything urgent, ring us.`}
          problem={problems.message}
          defaultValue={answers.message}
          maxLength={longestMessage}
        />
        <Button look="outline" className="mt-3">
          Send the message
        </Button>
      </form>
    </section>
  )
}
