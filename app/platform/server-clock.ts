/* The server's clock, as far as this page knows it: a device's own may be wrong by hours, and a deadline at ten o'clock is the server's ten
   o'clock. */

/** How far the server's clock is ahead of the device's, in ms; undefined while the server has not been heard. */
let aheadMs: number | undefined

/** The server's time in ms since 1970; the device's, while the server has not been heard. */
export const serverNow = (): number => Date.now() + (aheadMs ?? 0)

/** Takes down what the server's clock shows now, an ISO 8601 instant. */
export function learnServerTime(now: string): void {
  aheadMs = Date.parse(now) - Date.now()
}
