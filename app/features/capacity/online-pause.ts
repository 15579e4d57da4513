import { Refusal } from '#app/platform/errors.ts'
import { spokenTimeAt } from '#app/platform/london.ts'
import type { Pause } from '#app/platform/online-pause.ts'
import { spokenDayAt } from '#app/platform/spoken-moment.ts'

/** The end of a pause: '6pm today' or '7.30am tomorrow'. */
export const pauseEndText = (until: Pause['until'], now: Date): string => `${spokenTimeAt(until)} ${spokenDayAt(until, now)}`

/** 'Online booking is paused until 6pm today. All our engineers are out on jobs.' */
export const pausedText = ({ until, reason }: Pause, now: Date): string =>
  [`Online booking is paused until ${pauseEndText(until, now)}.`, reason].filter(Boolean).join(' ')

/** 'Our next engineer is free from 7pm today. …' */
const nextFreeText = ({ until }: Pause, now: Date): string =>
  `Our next engineer is free from ${pauseEndText(until, now)}. You can book a visit for any time after that.`

/** The words of a pause, or of the time an engineer is free again. */
export const limitText = (limit: Pause, now: Date): string => (limit.kind === 'paused' ? pausedText(limit, now) : nextFreeText(limit, now))

/**
 * Staff have paused online booking: nothing is stored. 409, not 503: a queue on the visitor's device must show it instead of trying again.
 */
export class OnlineBookingPaused extends Refusal {
  readonly code = 'online_paused'
  readonly status = 409
  override readonly title = 'Online booking is paused'
  readonly #until: Pause['until']
  constructor(pause: Pause, now: Date, phone: string) {
    super(`${pausedText(pause, now)} Nothing has been booked. Call us on ${phone}, day or night, and we’ll book it for you.`)
    this.#until = pause.until
  }
  override details() {
    return { until: this.#until }
  }
}
