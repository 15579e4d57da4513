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

/** An error as the log may show it: no SQL parameters, no request body. */
export const loggable = (error: unknown) =>
  error instanceof Error
    ? { type: error.constructor.name, message: error.message.slice(0, 300), stack: error.stack?.slice(0, 2000) }
    : { type: typeof error }
