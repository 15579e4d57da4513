import type { UserRole } from '#db/tables/accounts.ts'
import { leastPasswordLength, passwordLength, passwordLengthOf } from './password-length.ts'
import { type AuthRefusal, type WeakPasswordReason, weakPassword } from './refusals.ts'

/** The commonest passwords in the lists of breaches, in lower case; read when the first password is set. */
let common: Promise<Set<string>> | undefined

async function readCommon(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'] as readonly string[])
}

/** Why a new password is refused, depending on whose it is; undefined if it is accepted. Every text begins 'Password should be'. */
export async function passwordProblem(password: string, email = '', role: UserRole = 'customer'): Promise<AuthRefusal | undefined> {
  const problem = await problemOf(password, email, role)
  return problem && weakPassword(...problem)
}

async function problemOf(password: string, email: string, role: UserRole): Promise<[string, WeakPasswordReason[]] | undefined> {
  const [least, { most }, length] = [leastPasswordLength(role), passwordLength, passwordLengthOf(password)]
  if (length < least) return [`Password should be at least ${least} characters.`, ['length']]
  if (length > most) return [`Password should be at most ${most} characters.`, ['length']]
  const plain = lettersOf(password)
  if (plain && (ownWords.test(plain) || plain === lettersOf(email) || plain === lettersOf(email.split('@')[0] ?? '')))
    return ['Password should be hard to guess: this one is based on our name or your email address.', ['pwned']]
  common ??= readCommon()
  if ((await common).has(password.normalize('NFKC').toLowerCase()))
    return ['Password should be hard to guess: this is one of the most common.', ['pwned']]
  return undefined
}

/**
 * Passwords that anyone would try here first (docs/asvs.md): any number of words of our name and trade, with digits and symbols around
 * them.
 */
const ownWords = /^(emergency|plumb(er|ers|ing)|london|boilers?|repairs?|heating|drains?|redline|gas|safe|epl)+$/

const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{Letter}]/gu, '')
