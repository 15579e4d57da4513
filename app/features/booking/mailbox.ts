import { sql } from 'kysely'

/** The mailbox of an address: `someone+tag@example.com` is `someone@example.com`. */
export const mailboxOf = (email: string): string => email.replace(/\+[^@]*@/, '@').toLowerCase()

/** The mailbox of a booking, word for word as in its index (db/migrations/0041-mailboxes.ts). */
export const mailboxSql = {
  sqlite: sql<string>`case when instr(email, '+') between 1 and instr(email, '@')
    then substr(lower(email), 1, instr(email, '+') - 1) || substr(lower(email), instr(email, '@'))
    else lower(email) end`,
  postgres: sql<string>`case when strpos(email, '+') between 1 and strpos(email, '@')
    then substr(lower(email), 1, strpos(email, '+') - 1) || substr(lower(email), strpos(email, '@'))
    else lower(email) end`,
} as const
