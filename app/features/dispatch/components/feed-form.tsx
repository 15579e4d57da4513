import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'

interface FeedFormProps {
  hasFeed: boolean
  engineerId?: string
  /** For screen readers, where a page has several. */
  whose?: string
  /** The class of its buttons. */
  look: string
  /** A secondary form, below the page's main one. */
  isQuiet?: boolean
}

/** Makes, replaces and removes a calendar's link. */
export function FeedForm({ hasFeed, engineerId, whose, look, isQuiet }: FeedFormProps) {
  return (
    <Form method="post" className="flex flex-wrap gap-2">
      {engineerId && <input type="hidden" name="engineerId" value={engineerId} />}
      <Button name="intent" value="make" look={hasFeed || isQuiet ? 'outline' : 'ink'} className={look}>
        {hasFeed ? 'Make a new link' : 'Make a link'}
        {whose && <span className="sr-only">, {whose}</span>}
      </Button>
      {hasFeed && (
        <Button name="intent" value="revoke" look="outline" className={look}>
          Remove link
          {whose && <span className="sr-only">, {whose}</span>}
        </Button>
      )}
    </Form>
  )
}

/** The link of a calendar, on the page after it was made: it can't be shown again. */
export function NewFeedLink({ link, whose }: { link: string; whose?: string }) {
  return (
    <section role="status" aria-labelledby="new-link" className="mt-6 border-2 border-ink bg-lamp p-4">
      <h2 id="new-link" className="text-xl">
        {whose ? `Calendar link: ${whose}` : 'Your calendar link'}
      </h2>
      <p className="mt-2 font-bold [overflow-wrap:anywhere] select-all">{link}</p>
      <p className="mt-2">
        Copy it, then choose “add calendar by URL” or “subscribe” in your calendar. We’ll only show it once. Anyone with the link can see
        this calendar, so don’t share it.
      </p>
    </section>
  )
}
