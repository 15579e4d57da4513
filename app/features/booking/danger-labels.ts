import { stepsBeforeBooking } from '#content/danger-advice.ts'
import { advisedDangers, dangersText, storedDangers } from './find-dangers.ts'
import type { Danger } from './safety/danger-phrases.ts'

/** Labels of dangers for staff: on cards and in email subjects. */
const labels: Record<Danger, string> = {
  gas: 'Gas smell',
  fumes: 'Fumes',
  electricity: 'Water near electrics',
  ceiling: 'Ceiling may fall',
  trapped: 'Person stuck',
}

/** First step for staff. */
const firstSteps: Record<Danger, string> = {
  gas: 'They mentioned gas. Call now: they must be outside, and have called 0800 111 999, before anyone sets off. Gas Safe engineers only.',
  fumes: 'It may be carbon monoxide. Call now: they must be outside, and have called 0800 111 999. Gas Safe engineers only.',
  electricity: 'Water near electrics. Call now: they mustn’t touch wet sockets or switches.',
  ceiling: 'The ceiling may come down. Call now: everyone must get out of that room.',
  trapped: 'Someone is stuck. Call now, and ask if they’ve called 999.',
}

/** The stored dangers of a booking, in a word or two each. */
export const dangerLabels = (booking: { dangers: string }): string[] => storedDangers(booking).map((danger) => labels[danger])

/** Returns the first step about each danger, for staff. */
export const dangerFirstSteps = (booking: { dangers: string }): string[] => storedDangers(booking).map((danger) => firstSteps[danger])

/** Returns what to tell a caller while their words are being typed: a line for each danger. */
export const dangerToSay = (...words: readonly string[]): string[] =>
  advisedDangers({ dangers: dangersText(...words) }).map(
    (danger) => `${labels[danger]}. Tell them: ${stepsBeforeBooking(danger).join(' ')}`,
  )
