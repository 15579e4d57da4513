import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'

/* Argon2id, by Node's own OpenSSL (docs/decisions/0014-accounts.md). A hash takes 19 MiB and some 25 ms of a processor: only a few are made
   at a time, the others wait their turn, and a queue that is too long refuses. Known browsers have their own queue, which goes first, so
   thousands of strangers don't keep anyone from signing in. */

/** OWASP's recommendation of memory (in KiB) and passes. */
export const passwordCost = { memory: 19_456, passes: 2, parallelism: 1 } as const
const saltBytes = 16
const hashBytes = 32
/** The most hashes made at a time. */
export const hashesAtOnce = Math.max(1, Math.min(4, availableParallelism()))
/** The most that wait in each queue: about three seconds of work. */
export const longestQueue = 100 * hashesAtOnce

/** Too many passwords already wait to be checked. */
export class TooManyPasswords extends Error {}

/** The number being hashed, and the queues. */
let running = 0
const known: (() => void)[] = []
const strangers: (() => void)[] = []

/** A password's hash as a PHC string, with a salt of its own unless one is given. Throws `TooManyPasswords`. */
export async function hashPassword(password: string, salt: Buffer = randomBytes(saltBytes)): Promise<string> {
  return phcOf(salt, await derive(password, salt, passwordCost, hashBytes), passwordCost)
}

/**
 * Verifies a password against a PHC string. Without one (an unknown user, or one without a password) it hashes anyway, so that the response
 * takes as long. `isKnown`: the browser has been signed in to this account before. Throws `TooManyPasswords`.
 */
export async function verifyPassword(phc: string | null | undefined, password: string, { isKnown = false } = {}): Promise<boolean> {
  const stored = phc ? readPhc(phc) : undefined
  const { salt, hash, ...parameters } = stored ?? { salt: dummySalt, hash: Buffer.alloc(hashBytes), ...passwordCost }
  const derived = await derive(password, salt, parameters, hash.length, isKnown ? known : strangers)
  return timingSafeEqual(derived, hash) && stored !== undefined
}

/** Returns true if a hash has another cost than today's; the next sign-in rehashes it. */
export function isOutdated(phc: string): boolean {
  const known = readPhc(phc)
  return (
    !known || known.memory !== passwordCost.memory || known.passes !== passwordCost.passes || known.parallelism !== passwordCost.parallelism
  )
}

const dummySalt = randomBytes(saltBytes)

type Cost = Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>

async function derive(password: string, nonce: Buffer, parameters: Cost, tagLength: number, queue = strangers): Promise<Buffer> {
  if (queue.length >= longestQueue) throw new TooManyPasswords('Too many passwords are waiting to be checked')
  if (running >= hashesAtOnce) await new Promise<void>((resolve) => queue.push(resolve))
  else running += 1
  try {
    return await new Promise((resolve, reject) =>
      // NFKC: a letter may be typed composed or not, and is the same password (NIST SP 800-63B).
      argon2('argon2id', { message: password.normalize('NFKC'), nonce, tagLength, ...parameters }, (error, hash) =>
        error ? reject(error) : resolve(hash),
      ),
    )
  } finally {
    // The one that has waited longest takes over this place; it is freed only if none waits.
    const next = known.shift() ?? strangers.shift()
    if (next) next()
    else running -= 1
  }
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

const phcOf = (salt: Buffer, hash: Buffer, { memory, passes, parallelism }: Cost) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`

function readPhc(phc: string) {
  const [, memory, passes, parallelism, salt, hash] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(phc) ?? []
  if (!salt || !hash) return undefined
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}
