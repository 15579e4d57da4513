/** A job that would fail however often it is tried: it is given up immediately, and staff see why. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure'
}
