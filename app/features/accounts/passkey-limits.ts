import { minutes } from '#app/values/clock.ts'
import { passkeyMinutes } from '#content/device-storage.ts'

/** How many passkeys a user may have, and how long the browser has to answer. */
export const mostPasskeys = 10
export const passkeyChallengeMs = minutes(passkeyMinutes)
