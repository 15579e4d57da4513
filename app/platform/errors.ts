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
  /** What is wrong with each field, if fields are wrong. */
  get problems(): Readonly<Record<string, string>> {
    return (this.details().fields ?? {}) as Record<string, string>
  }
  /** Additional headers, e.g. Retry-After. */
  headers(): Record<string, string> {
    return {}
  }
}

/** Input breaks a rule; which one, by field. */
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

/** An API's error response: `{error: {code, title?, message, …}}`. */
export const refusalBody = (refusal: Refusal) => ({
  error: { code: refusal.code, title: refusal.title, message: refusal.message, ...refusal.details() },
})
