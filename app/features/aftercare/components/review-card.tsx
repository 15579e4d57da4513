import { Slide } from '#app/ui/carousel.tsx'
import { Stars } from '#app/ui/drawings/symbols.tsx'
import { TearLine } from '#app/ui/ticket.tsx'
import { dateText } from '#content/date-text.ts'
import type { ChosenMessage } from '../chosen-messages.server.ts'
import type { ShownReview } from '../read-reviews.server.ts'

/** The look of a card with a review or a chosen message. */
export const frame = 'flex flex-col rounded-key border-2 border-ink bg-chalk'

const byOf = (name: string, area: string | undefined) => [name || 'A customer', area].filter(Boolean).join(', ')

/** The parts of a review. `isShort`: cut to a few lines, without its day and our answer, where there is little room. */
export function ReviewParts({ review, isShort = false }: { review: ShownReview; isShort?: boolean }) {
  const { stars, text, name, area, service, on, isEdited, answer } = review
  return (
    <>
      <TearLine>
        <span>{service}</span>
        <Stars count={stars} className="mt-1 h-4 flex-none" />
      </TearLine>
      {text && (
        <blockquote className="grow px-4 pt-4 leading-snug [overflow-wrap:anywhere]">
          <p className={isShort ? 'line-clamp-3 md:line-clamp-6' : 'whitespace-pre-line'}>{text}</p>
        </blockquote>
      )}
      <footer className="px-4 pt-2 pb-3 text-sm">
        <b>{byOf(name, isShort ? area.split(',')[0] : area)}</b>
        {`${isShort ? '' : `, ${on}`}${isEdited ? ' (edited)' : ''}`}
      </footer>
      {answer && !isShort && (
        <div className="border-t border-line px-4 py-3 text-sm">
          <b>Our answer</b>
          <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">{answer}</p>
        </div>
      )}
    </>
  )
}

/** A message that an owner chose, as pages show it. */
export type ShownMessage = Pick<ChosenMessage, 'id' | 'kind' | 'text' | 'name' | 'source' | 'saidOn'>

/** A customer's words that we chose to show: marked so, with their source and day, and no stars. */
export const ChosenSlides = ({ messages }: { messages: readonly ShownMessage[] }) =>
  messages.map((message) => (
    <Slide key={message.id}>
      <ChosenParts message={message} isShort />
    </Slide>
  ))

/** `isShort`: cut to a few lines, for a carousel. */
export const ChosenParts = ({ message: { text, name, source, saidOn }, isShort }: { message: ShownMessage; isShort?: boolean }) => (
  <>
    <TearLine>
      <span className="flex-none">Chosen by us</span>
      <span className={`text-muted ${isShort ? 'truncate' : '[overflow-wrap:anywhere]'}`}>{source}</span>
    </TearLine>
    <blockquote className="grow px-4 pt-4 leading-snug [overflow-wrap:anywhere]">
      <p className={isShort ? 'line-clamp-3 md:line-clamp-6' : 'whitespace-pre-line'}>{text}</p>
    </blockquote>
    <footer className="px-4 pt-2 pb-3 text-sm">
      <b>{name || 'A customer'}</b>
      {!isShort && `, ${dateText(saidOn)}`}
    </footer>
  </>
)
