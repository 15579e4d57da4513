import { TOTP } from 'otpauth'

/** The code that an authenticator app shows now, for setting it up. */
export const presentCode = (secret: string): string => new TOTP({ secret }).generate()

/**
 * The app's next code, for use after `presentCode`: each code is accepted once, and up to one step early or late. Works on slow machines
 * too, where the previous step's code may expire before the server checks it.
 */
export const nextCode = (secret: string): string => new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 })
