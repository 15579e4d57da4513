import { useEffect, useState, useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router'
import { seconds } from '#app/values/clock.ts'
import { type ActsQueue, type ActsState, createActsQueue, type NewAct } from './acts-queue.ts'
import { phoneNow } from './engineer-acts/phone-clock.ts'
import { forgetKeptJobs } from './keep-jobs.ts'
import type { QueuedAct } from './queued-act.ts'

/** The queue of this page, made when needed: never on the server. */
let made: ActsQueue | undefined
export function actsQueue(): ActsQueue {
  made ??= createActsQueue(forgetKeptJobs)
  return made
}

/**
 * Records an act of the engineer: it is stored on the phone with its time, shown immediately, and sent when there is a connection. The
 * server handles it by its `kind` in the table `ownActs` of `routes/engineer/acts.server.ts`, which receives `fields`.
 */
export const recordAct = (act: NewAct): Promise<QueuedAct> => actsQueue().record(act)

const nothing: ActsState = { acts: [], line: 'idle', durable: true }

/** The engineer's acts on this phone, as they change; none on the server. */
export const useActs = (): ActsState =>
  useSyncExternalStore(
    (listener) => actsQueue().subscribe(listener),
    () => actsQueue().getState(),
    () => nothing,
  )

/** Sends this engineer's waiting acts, and makes the page reload its data whenever the server has done one. */
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

/** The server's time as far as this phone knows it, in ms; until the page runs, `at`, when its data was read. Updates every few seconds. */
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
