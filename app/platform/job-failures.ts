/** A job that would fail however often it is tried: it is given up immediately, and staff see why. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure'
}

/** Thrown when the other server says when to try again. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater'
  readonly retryAfterMs: number
  constructor(message: string, retryAfterMs: number) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}
