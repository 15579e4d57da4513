import { parse, stringify } from 'uuid'
import { sameSecret } from '#app/platform/secrets.ts'
import type { Services } from '#app/platform/services.ts'
import { hashOf } from '#app/values/ids.ts'

/* A refresh token contains its session, its refresh count and its key; an HMAC prevents forgery. Only the hash of the current one is
   stored. An older one is recognised as long as its session lives, without a list of them; and within the grace period the current one can
   be returned again without being stored (docs/decisions/0014-accounts.md). */

export interface RefreshClaim {
  sessionId: string
  count: number
}

const headBytes = 16 + 4 + 4
const macBytes = 32

/** The token of a session at a count. `keyId`: its key. */
export function refreshTokenOf({ secrets }: Pick<Services, 'secrets'>, { sessionId, count }: RefreshClaim, keyId: string): string {
  const head = Buffer.alloc(headBytes)
  head.set(parse(sessionId), 0)
  head.writeUInt32BE(count, 16)
  head.set(Buffer.from(keyId, 'hex'), 20)
  const mac = Buffer.from(secrets.sign('refresh-token', head.toString('hex'), keyId), 'base64url')
  return Buffer.concat([head, mac]).toString('base64url')
}

/** The claims of a token: 'malformed' if it isn't one, 'unknown' if none of our keys made it. */
export function readRefreshToken({ secrets }: Pick<Services, 'secrets'>, token: string): RefreshClaim | 'malformed' | 'unknown' {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== headBytes + macBytes || bytes.toString('base64url') !== token) return 'malformed'
  const claim = { sessionId: stringify(bytes.subarray(0, 16)), count: bytes.readUInt32BE(16) }
  try {
    return sameSecret(refreshTokenOf({ secrets }, claim, bytes.subarray(20, 24).toString('hex')), token) ? claim : 'unknown'
  } catch {
    return 'unknown'
  }
}

/** Only this hash of a token is stored. */
export const refreshTokenHash = (token: string): string => hashOf(token)
