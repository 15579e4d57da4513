/** A job that will fail however often it is tried: it is given up at once, and staff see why. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure'
}
