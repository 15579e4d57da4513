import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

/* Codes of authenticator apps (RFC 6238, in the form that all of them have: SHA-1, six digits, a new one every 30 seconds). */

const shape = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const secretBytes = 20
/** A code is also valid one step before and after: clocks differ, and typing takes time. */
const stepsAside = 1

/** Returns a new secret (base32) for an authenticator app, its address, and that as a QR code in SVG. */
export const newTotp = (shown: { issuer: string; label: string }) =>
  shownTotp({ ...shown, secret: new Secret({ size: secretBytes }).base32 })

/** The same for a secret that is there already. */
export function shownTotp({ secret, ...shown }: { issuer: string; label: string; secret: string }) {
  const uri = new TOTP({ ...shape, ...shown, secret: Secret.fromBase32(secret) }).toString()
  // The client puts the picture into an address as it is: it must contain no '#'. Around it the four light modules of ISO 18004.
  return { secret, uri, qr_code: renderSVG(uri, { border: 4, pixelSize: 1, ecc: 'M' }) }
}

/** The 30-second step of a code; undefined if it matches none that is still valid. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  // Digits of other scripts are six characters too, but more bytes than the library compares.
  if (!/^[0-9]{6}$/.test(code)) return undefined
  const totp = new TOTP({ ...shape, secret: Secret.fromBase32(secret) })
  const timestamp = now.getTime()
  const aside = totp.validate({ token: code, timestamp, window: stepsAside })
  return aside === null ? undefined : totp.counter({ timestamp }) + aside
}
