import { pino } from 'pino'
import type { Config } from './config.ts'

/** Structured log: one JSON line per event. Ids, kinds and durations only; never what a person typed, never a secret. */
export type Log = Pick<ReturnType<typeof pino>, 'debug' | 'info' | 'warn' | 'error'>

export const createLog = (level: Config['logLevel']): Log =>
  pino({
    level,
    base: { pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: ['*.name', '*.phone', '*.email', '*.address', '*.token', '*.secret', '*.password'], remove: true },
  })

/** An error as the log may show it: no SQL parameters, no request body, no e-mail address that a mail server quoted. */
export function loggable(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error }
  const { message, stack } = error
  return {
    type: error.constructor.name,
    message: withoutAddresses(message).slice(0, 300),
    stack: withoutAddresses(stack ?? '').slice(0, 2000),
  }
}

/** A text in which every e-mail address is replaced. */
export const withoutAddresses = (text: string): string => text.replace(/[\w.!#$%&'*+/=?^`{|}~-]*[\w+-]@[\w-]+(\.[\w-]+)+/g, '[address]')
