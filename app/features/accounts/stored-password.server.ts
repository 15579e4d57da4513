import { hashPassword } from '#app/platform/passwords.ts'
import type { UserRow } from './account-rows.ts'
import { suitsStaff } from './password-length.ts'

export type StoredPassword = Pick<UserRow, 'passwordSuitsStaff'> & { passwordHash: string }

/** Hashes a new password, with a salt of its own unless one is given. Throws `TooManyPasswords`. */
export async function storedPassword(password: string, salt?: Buffer): Promise<StoredPassword> {
  return { passwordHash: await hashPassword(password, salt), passwordSuitsStaff: suitsStaff(password) }
}
