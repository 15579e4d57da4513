import { pino } from 'pino'
import type { Config } from './config.ts'
import { withoutSecrets, withoutTokens } from './private-path.ts'

/** Structured log: one JSON line per event. Ids, kinds and durations only; never what a person typed, never a secret. */
export type Log = Pick<ReturnType<typeof pino>, 'debug' | 'info' | 'warn' | 'error'>

export const createLog = (level: Config['logLevel']): Log =>
  pino({
    level,
    base: { pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: ['*.name', '*.phone', '*.email', '*.address', '*.token', '*.secret', '*.password'], remove: true },
  })

/** A path as it may be logged. */
export const loggablePath = (path: string): string => withoutSecrets(path).slice(0, 200)

/** An error as the log may show it: no SQL parameters, no request body, no private link, no e-mail address that an email server quoted. */
export function loggable(error: unknown): { type: string; message: string; stack: string } {
  if (!(error instanceof Error)) return { type: typeof error, message: typeof error === 'string' ? presentable(error, 300) : '', stack: '' }
  return { type: error.constructor.name, message: presentable(error.message, 300), stack: presentable(error.stack ?? '', 2000) }
}

/** Returns the beginning of a text, cut before it is searched, without tokens, e-mail addresses and characters that text columns refuse. */
const presentable = (text: string, length: number) =>
  withoutTokens(text.slice(0, length + longestToken))
    .slice(0, length)
    .replace(/[\w.!#$%&'*+/=?^`{|}~-]*[\w+-]@[\w-]+(\.[\w-]+)+/g, '[address]')
    .replaceAll('\0', '')
    .toWellFormed()

/** A token up to this long is never cut in two, which would show its first part. */
const longestToken = 100
