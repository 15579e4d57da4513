/* The server's clock, as far as this page knows it: a device's own may be wrong by hours, and a deadline at ten o'clock is the server's ten
   o'clock. */

/** Milliseconds that the server's clock is ahead of the device's; undefined until the server has been heard. */
let aheadMs: number | undefined

/** The server's time in ms since 1970; the device's, until the server has been heard. */
export const serverNow = (): number => Date.now() + (aheadMs ?? 0)

/** Stores the server's present time, an ISO 8601 instant. */
export function learnServerTime(now: string): void {
  aheadMs = Date.parse(now) - Date.now()
}
