import { auditActions } from '#app/platform/audit-actions.ts'
import { londonDay } from '#app/platform/london.ts'
import type { Instant } from '#app/values/clock.ts'

/** An action of the log in words; without words, its name. */
export const actionText = (action: string): string => texts[action] ?? action
const texts: Readonly<Record<string, string>> = auditActions

/** Returns who did something, for the user whose copy it is: other people's ids are left out. */
export function byText(actor: string, userId: string): string {
  if (actor === userId) return 'you'
  if (actor === 'customer') return 'someone with the booking’s private link'
  if (actor === 'anybody') return 'someone who wasn’t signed in'
  return actor === 'system' || actor === 'service' ? 'the website' : 'our staff'
}

/** File name of the copy. */
export const copyName = (now: Date | Instant): string => `emergency-plumbers-london-my-data-${londonDay(now)}.json`
