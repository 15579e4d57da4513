import { londonDay, momentText, timeText } from '#app/platform/london.ts'
import { counted } from '#app/platform/next-text.ts'
import type { Instant } from '#app/values/clock.ts'
import { dayText } from '#app/values/day.ts'
import { channelWords, type DeliveryState, durationText, msBetween, stateWords } from './delivery-words.ts'
import type { Delivery, readDelivery } from './read-deliveries.server.ts'

/** A delivery as a line of the list. */
export interface DeliveryRow {
  id: string
  label: string
  channel: string
  to: string
  reference: string | null
  at: string
  state: Look
  /** e.g. 'Sent after 1.2 s', 'Waiting, 3 attempts'. */
  stateText: string
  /** The error, or the other side's last answer. */
  answer: string
}

/** How a delivery looks: 'unsent' is one that ended without anything to send. */
export type Look = DeliveryState | 'unsent'

/** Returns true if there was no recipient, or the news was out of date: `detail` says which. */
const isUnsent = ({ state, detail }: Pick<Delivery, 'state' | 'detail'>) => state === 'done' && detail?.startsWith('Not sent') === true

export const lookOf = (delivery: Pick<Delivery, 'state' | 'detail'>): Look => (isUnsent(delivery) ? 'unsent' : delivery.state)

/** A line of the list, at `now`. */
export const deliveryRow = (delivery: Delivery, now: Date): DeliveryRow => ({
  id: delivery.id,
  label: delivery.label,
  channel: channelWords[delivery.channel],
  to: delivery.to,
  reference: delivery.reference,
  at: momentText(delivery.createdAt),
  state: lookOf(delivery),
  stateText: stateText(delivery, now),
  answer: delivery.detail ?? '',
})

/** The state of a delivery, in words. */
export function stateText(delivery: Delivery, now: Date): string {
  const { state, attempts, createdAt, finishedAt, leaseToken, runAt, replayedAs } = delivery
  if (isUnsent(delivery)) return 'Not sent'
  const tries = counted(attempts, 'attempt')
  if (state === 'done')
    return `Sent after ${durationText(msBetween(createdAt, finishedAt ?? createdAt))}${attempts > 1 ? `, ${tries}` : ''}`
  if (state === 'dead') return `${stateWords.dead} after ${tries}${replayedAs ? ', sent again' : ''}`
  if (leaseToken) return 'Trying now'
  if (attempts === 0) return `Waiting for ${durationText(msBetween(createdAt, now))}`
  const waitMs = -msBetween(runAt, now)
  return `Waiting, ${tries}, next one ${waitMs > 0 ? `in ${durationText(waitMs)}` : 'any moment now'}`
}

/** An attempt as a line of a delivery's page. */
export interface AttemptRow {
  number: number
  at: string
  took: string
  outcome: string
  answer: string
}

type Attempt = NonNullable<Awaited<ReturnType<typeof readDelivery>>>['history'][number]

const outcomeWords = { ok: 'Sent', failed: 'Failed', lost: 'Interrupted' } as const

/** A line for an attempt. */
export const attemptRow = ({ number, startedAt, endedAt, outcome, detail }: Attempt): AttemptRow => ({
  number,
  at: secondText(startedAt),
  took: endedAt ? durationText(msBetween(startedAt, endedAt)) : '',
  outcome: outcome ? outcomeWords[outcome] : 'In progress',
  answer: detail || (outcome === 'lost' ? 'The server stopped or took too long' : ''),
})

/** 'Fri 20 Nov, 10:20:05': attempts follow one another within seconds. */
const secondText = (at: Instant): string => `${dayText(londonDay(at))}, ${timeText(at)}:${at.slice(17, 19)}`
