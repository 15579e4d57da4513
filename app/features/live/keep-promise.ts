import { leastAheadMs, type NextArrival, promiseText } from '#app/features/capacity/next-arrival.ts'
import { serverNow } from '#app/platform/server-clock.ts'
import { createQuestion, whileSeen } from '#app/ui/question.ts'
import { getLive, learnOwnNext, subscribeLive } from './live-store.ts'

/* Keeps the arrival time on an open page true. A cached page may be minutes old, and stays open for longer. */

const askEveryMs = 30_000

/**
 * Shows the present arrival time in the elements that have one (`ArrivalPromise`). If there is none and theirs can't be kept, shows the
 * promise without a time. A page about a place or a problem asks for its own.
 */
export function keepPromise(said: NodeListOf<HTMLElement>): void {
  const job = said[0]?.dataset.job
  if (job) askForOwn(job)
  subscribeLive(() => {
    const { next } = getLive()
    for (const element of said) if (next !== undefined || isOver(element)) say(element, next)
    // The form's own, until it has started.
    if (next) for (const element of document.querySelectorAll('[data-arrives]')) element.textContent = `With you by ${next.by}`
  })
}

function say(element: HTMLElement, next: NextArrival | null | undefined): void {
  const { promise = '', end = '' } = element.dataset
  const text = `${promiseText(next, promise)}${end}`
  if (element.textContent !== text) element.textContent = text
  if (next) element.dataset.until = next.until
  else delete element.dataset.until
}

/** Returns true if a booking made now would no longer get the displayed time. */
const isOver = ({ dataset: { until } }: HTMLElement) => until !== undefined && Date.parse(until) - leastAheadMs < serverNow()

function askForOwn(job: string): void {
  const question = createQuestion()
  learnOwnNext('asked')
  const ask = async () => {
    const { answer } = await question.ask<{ next: NextArrival | null }>(`/functions/v1/booking-options?${job}`)
    if (answer) learnOwnNext(answer.next)
  }
  void ask()
  whileSeen(ask, askEveryMs)
}
