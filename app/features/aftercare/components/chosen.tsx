import { Slide } from '#app/ui/carousel.tsx'
import { TearLine } from '#app/ui/ticket.tsx'
import { dateText } from '#content/date-text.ts'
import type { ChosenMessage } from '../chosen-messages.server.ts'

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
