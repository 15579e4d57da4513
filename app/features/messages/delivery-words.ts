import { counted, nextText } from '#app/platform/next-text.ts'
import type { Instant } from '#app/values/clock.ts'
import type { JobsTable } from '#db/tables/platform.ts'

export const channels = ['mail', 'text', 'push', 'call', 'webhook'] as const
/** An announcement has no channel: it becomes deliveries that have one. */
export type Channel = (typeof channels)[number] | 'announcement'
export type DeliveryState = JobsTable['state']
export const deliveryStates = ['dead', 'waiting', 'done'] as const satisfies readonly DeliveryState[]

/** The words for a delivery's state. */
export const stateWords: Record<DeliveryState, string> = { dead: 'Given up', waiting: 'Waiting', done: 'Sent' }
export const channelWords: Record<Channel, string> = {
  mail: 'Email',
  text: 'Text message',
  push: 'Phone alert',
  call: 'Phone call',
  webhook: 'Webhook',
  announcement: 'Announcement',
}

/** A duration as staff read it: '40 ms', '2.4 s', '3 min', '5 h', '2 days'. `ms`: milliseconds. */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`
  if (ms < 60_000) return `${(Math.floor(ms / 100) / 10).toString()} s`
  if (ms < 2 * 3_600_000) return `${Math.floor(ms / 60_000)} min`
  return ms < 2 * 86_400_000 ? `${Math.floor(ms / 3_600_000)} h` : `${Math.floor(ms / 86_400_000)} days`
}

/** Milliseconds from one instant to another. */
export const msBetween = (from: Instant, until: Instant | Date): number => new Date(until).getTime() - new Date(from).getTime()

/** The start of the next page of the list, for its address. */
export const cursorText = ({ createdAt, id }: { createdAt: Instant; id: string }): string => `${createdAt}_${id}`

/** The same, read; undefined for anything else. */
export function readCursor(text: string | null): { createdAt: Instant; id: string } | undefined {
  const [, createdAt, id] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([\da-f-]{36})$/.exec(text ?? '') ?? []
  return createdAt && id ? { createdAt, id } : undefined
}

/** The next step with all deliveries, in a sentence. `failed`: given up and not sent again; `late`: unsent for a minute or more. */
export const nextWithDeliveries = ({ failed, late }: { failed: number; late: number }): string =>
  failed === 0 && late > 0
    ? `Nothing to do yet: ${counted(late, 'message')} ${late === 1 ? 'is' : 'are'} late. We’re still trying, so check again in a few minutes.`
    : nextText(
        [failed > 0 && `see why ${counted(failed, 'message')} failed, then resend or call`],
        'Nothing to do: no message has failed, and none is late.',
      )
