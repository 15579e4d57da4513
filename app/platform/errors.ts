/** A refusal for the caller, with its HTTP status. Turned into a response in one place. */
export abstract class Refusal extends Error {
  abstract readonly code: string
  abstract readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 503
  /** A heading for the message, if it has one of its own. */
  readonly title?: string
  /** More facts, e.g. the fields that are wrong. */
  details(): Record<string, unknown> {
    return {}
  }
  /** Problems by field; empty if no field is wrong. */
  get problems(): Readonly<Record<string, string>> {
    return (this.details().fields ?? {}) as Record<string, string>
  }
  /** Additional headers, e.g. Retry-After. */
  headers(): Record<string, string> {
    return {}
  }
}

/** Input breaks a rule; the problems by field. */
export class InvalidEntry extends Refusal {
  readonly code = 'invalid'
  readonly status = 400
  readonly fields: Readonly<Record<string, string>>
  constructor(
    fields: Readonly<Record<string, string>>,
    message = 'There is a problem with what you entered. Please check the highlighted fields.',
  ) {
    super(message)
    this.fields = fields
  }
  override details() {
    return { fields: this.fields }
  }
}

interface RefusalFacts {
  title?: string
  /** Seconds until a retry makes sense. */
  retryAfterSeconds?: number
  details?: Record<string, unknown>
  headers?: Record<string, string>
}

/** A refusal identified by its code only. */
export class CodedRefusal extends Refusal {
  readonly status: Refusal['status']
  readonly code: string
  override readonly title?: string
  readonly #details: Record<string, unknown>
  readonly #headers: Record<string, string>
  constructor(
    status: Refusal['status'],
    code: string,
    message: string,
    { title, retryAfterSeconds, details = {}, headers = {} }: RefusalFacts = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.title = title
    this.#details = details
    this.#headers = { ...headers, ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }) }
  }
  override details() {
    return this.#details
  }
  override headers() {
    return this.#headers
  }
}

/** Shown when a rate limit is reached; only the booking form has its own sentence. */
export const tooManyText = 'Too many attempts. Please wait a moment and try again.'

/** Refuses one request too many of a client, a link or a booking, until there is a turn again. */
export const tooManyRequests = (retryAfterSeconds: number) =>
  new CodedRefusal(429, 'too_many_requests', tooManyText, { title: 'Too many requests', retryAfterSeconds })

/**
 * Refuses requests that need the store while it can't be used: its disk is full, or its server is down, restarting or out of connections.
 * It says nothing about the request itself, which may be sent again, with the same key. 'not_stored': nothing of it was stored.
 */
export class StoreUnavailable extends CodedRefusal {
  constructor(code: 'not_stored' | 'unavailable', cause?: unknown) {
    super(503, code, code === 'not_stored' ? notStoredText : unavailableText, { retryAfterSeconds: code === 'not_stored' ? 1 : 5 })
    this.cause = cause
  }
}
const notStoredText = 'We couldn’t save that. Please try again, or call us.'
const unavailableText = 'We can’t get to our records right now. Please try again in a minute, or call us.'

/** Returns true if the same request would be refused again. */
export const isFinal = (error: unknown): error is Refusal => error instanceof Refusal && !(error instanceof StoreUnavailable)

/** Codes of SQLite, PostgreSQL and the network, by their meaning for the store. */
const storeCodes = [
  // Full, read-only or broken.
  { says: 'not_stored', isDown: true, codes: /^(SQLITE_(FULL|IOERR|READONLY|CANTOPEN)|53100|58030|25006)/ },
  // No server, one that starts or stops, or no room for one more connection; also an address or password that is wrong.
  { says: 'unavailable', isDown: true, codes: /^(08...|28...|3D000|53...|57P0[1-5]|E[A-Z_]{3,})$/ },
  // A conflict between transactions, which a retry solves.
  { says: 'unavailable', isDown: false, codes: /^(SQLITE_BUSY|40001|40P01|55P03|57014|25P0[34]$)/ },
] as const
/** Errors of the driver, which have no code. */
const lostConnection =
  /^(Connection terminated|Client (was closed|has encountered a connection error)|Query read timeout|timeout (expired|exceeded))/

/**
 * Translates an error of the database's driver if it comes from the store, not from the statement. `isDown`: other queries fail too until
 * the store is back.
 */
export function storeProblem(error: unknown): { refusal: StoreUnavailable; isDown: boolean } | undefined {
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string }
  if (lostConnection.test(message)) return { refusal: new StoreUnavailable('unavailable', error), isDown: true }
  const found = storeCodes.find(({ codes }) => typeof code === 'string' && codes.test(code))
  return found && { refusal: new StoreUnavailable(found.says, error), isDown: found.isDown }
}

/** An API's error response: `{error: {code, title?, message, …}}`. */
export const refusalBody = (refusal: Refusal) => ({
  error: { code: refusal.code, title: refusal.title, message: refusal.message, ...refusal.details() },
})
