import { TOTP } from 'otpauth'

/** The code that someone's authenticator app shows now, for setting it up. */
export const presentCode = (secret: string): string => new TOTP({ secret }).generate()

/**
 * The code that the app shows next, for what comes after `presentCode`: each code is taken once, and one step early or late. Right
 * however slow the machine, as a code of the step before is not: the step may change before the server looks.
 */
export const nextCode = (secret: string): string => new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 })
