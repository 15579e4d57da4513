/** A fact that a caller must be told, with the HTTP status that says it. Turned into a response in one place. */
export abstract class Refusal extends Error {
  abstract readonly code: string
  abstract readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503
  /** A heading for the message, if it has one of its own. */
  readonly title?: string
  /** Facts beside the message, e.g. the fields that are wrong. */
  details(): Record<string, unknown> {
    return {}
  }
  /** What is wrong with each field, if fields are wrong. */
  get problems(): Readonly<Record<string, string>> {
    return (this.details().fields ?? {}) as Record<string, string>
  }
  /** Headers that go with it, e.g. Retry-After. */
  headers(): Record<string, string> {
    return {}
  }
}
