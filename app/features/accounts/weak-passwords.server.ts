import { type AuthRefusal, type WeakPasswordReason, weakPassword } from './refusals.ts'
import { passwordLength } from './rules.ts'

/** The commonest passwords in the lists of breaches, in lower case; read when the first password is set. */
let common: Promise<Set<string>> | undefined

async function readCommon(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'] as readonly string[])
}

/** Why a password is refused; undefined when it is taken. Every text begins 'Password should be' (specification 1 section 8). */
export async function passwordProblem(password: string): Promise<AuthRefusal | undefined> {
  const problem = await problemOf(password)
  return problem && weakPassword(...problem)
}

async function problemOf(password: string): Promise<[string, WeakPasswordReason[]] | undefined> {
  const { least, most } = passwordLength
  // As it is hashed: the accents of one letter are no further characters.
  const normal = password.normalize('NFKC')
  const length = [...normal].length
  if (length < least) return [`Password should be at least ${least} characters.`, ['length']]
  if (length > most) return [`Password should be at most ${most} characters.`, ['length']]
  common ??= readCommon()
  if ((await common).has(normal.toLowerCase()))
    return ['Password should be one that is hard to guess: this one is on the list of the commonest.', ['pwned']]
  return undefined
}
