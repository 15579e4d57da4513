import { type Kysely, sql } from 'kysely'

interface Schema {
  auth_users: { id: string; email: string | null; new_email: string | null }
  auth_identities: { id: string; email: string | null; identity_data: string }
  staff_invitations: { id: string; email: string }
}

/** Which emails are void no longer depends on the password alone; addresses with an international host are stored in its ASCII form. */
export async function up(anyDb: Kysely<unknown>): Promise<void> {
  const db = anyDb as Kysely<Schema>
  await sql`alter table auth_users add column mails_void_before text`.execute(db)
  await sql`update auth_users set mails_void_before = password_changed_at`.execute(db)

  const users = await db.selectFrom('auth_users').select(['id', 'email', 'new_email']).execute()
  const taken = new Set(users.map(({ email }) => email))
  for (const { id, email, new_email: newEmail } of users) {
    const [ascii, newAscii] = [email && asciiAddress(email), newEmail && asciiAddress(newEmail)]
    // Two accounts of one mailbox can't both have it: the one with the form that everyone has signed up with since keeps it.
    const kept = ascii !== email && taken.has(ascii) ? email : ascii
    taken.add(kept)
    if (kept !== email || newAscii !== newEmail)
      await db.updateTable('auth_users').set({ email: kept, new_email: newAscii }).where('id', '=', id).execute()
  }
  for (const { id, email, identity_data: data } of await db
    .selectFrom('auth_identities')
    .selectAll()
    .where('email', 'is not', null)
    .execute())
    if (email && asciiAddress(email) !== email)
      await db
        .updateTable('auth_identities')
        .set({ email: asciiAddress(email), identity_data: data.replaceAll(JSON.stringify(email), JSON.stringify(asciiAddress(email))) })
        .where('id', '=', id)
        .execute()
  const invitations = await db.selectFrom('staff_invitations').select(['id', 'email']).execute()
  const invited = new Set(invitations.map(({ email }) => email))
  for (const { id, email } of invitations) {
    const ascii = asciiAddress(email)
    if (ascii === email) continue
    if (invited.has(ascii)) await db.deleteFrom('staff_invitations').where('id', '=', id).execute()
    else await db.updateTable('staff_invitations').set({ email: ascii }).where('id', '=', id).execute()
    invited.add(ascii)
  }
}

/** As it is unless its host has other letters, and is a host. */
function asciiAddress(email: string): string {
  const at = email.lastIndexOf('@')
  const host = email.slice(at + 1)
  if (/^[\x21-\x7e]*$/.test(host) || !URL.canParse(`http://${host}/`)) return email
  return `${email.slice(0, at)}@${new URL(`http://${host}/`).hostname}`
}
