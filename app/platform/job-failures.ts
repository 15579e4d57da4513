/** A job that would fail however often it is tried: it is given up immediately, and staff see why. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure'
}

/** A job whose other side says when it may be tried again. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater'
  readonly retryAfterMs: number
  constructor(message: string, retryAfterMs: number) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}
