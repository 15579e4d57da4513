import { useEffect, useState, useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router'
import { seconds } from '#app/platform/clock.ts'
import { type ActsQueue, type ActsState, createActsQueue, type NewAct, phoneNow } from './acts-queue.ts'
import { forgetKeptJobs } from './keep-jobs.ts'
import type { QueuedAct } from './queued-act.ts'

/** The queue of this page, made when something needs it: never while the server renders. */
let made: ActsQueue | undefined
export function actsQueue(): ActsQueue {
  made ??= createActsQueue({}, forgetKeptJobs)
  return made
}

/**
 * Records what the engineer has just done: it is kept on the phone with its time, shown at once, and sent when there is a line. The server
 * does it by the entry of its `kind` in the table `kinds` of `routes/engineer/acts.ts`, which is given `fields`.
 */
export const recordAct = (act: NewAct): Promise<QueuedAct> => actsQueue().record(act)

const nothing: ActsState = { acts: [], line: 'idle', durable: true }

/** What this phone keeps of the engineer's acts, as it changes; nothing while the server renders. */
export const useActs = (): ActsState =>
  useSyncExternalStore(
    (listener) => actsQueue().subscribe(listener),
    () => actsQueue().getState(),
    () => nothing,
  )

/** Sends what waits for this engineer, and has the page read its data again whenever the server has done something. */
export function useSending(engineerId: string | undefined): void {
  const { revalidate } = useRevalidator()
  const { acts } = useActs()
  useEffect(() => {
    if (engineerId) actsQueue().resume(engineerId)
  }, [engineerId])
  const answered = acts.map(({ key, state }) => (state === 'done' || state === 'refused' ? key : '')).join()
  useEffect(() => {
    if (answered.replaceAll(',', '')) void revalidate()
  }, [answered, revalidate])
}

/** The server's time as far as this phone knows it, in ms; `at`, what the page was read at, until it runs. Another one every few seconds. */
export function usePhoneNow(at: string): number {
  const [now, setNow] = useState(() => Date.parse(at))
  useEffect(() => {
    const look = () => setNow(phoneNow())
    look()
    const timer = setInterval(look, seconds(5))
    return () => clearInterval(timer)
  }, [])
  return Math.max(now, Date.parse(at))
}
