import type { Kysely, Selectable } from 'kysely'
import { recordAudit } from '#app/platform/audit.ts'
import { normaliseEmail } from '#app/platform/email.ts'
import { InvalidEntry } from '#app/platform/errors.ts'
import { type Read, readDate, textReader } from '#app/platform/fields.ts'
import { loggable } from '#app/platform/log.ts'
import { londonDay } from '#app/platform/london.ts'
import { sanitise } from '#app/platform/sanitise.ts'
import type { Services } from '#app/platform/services.ts'
import { normalisePhone } from '#app/platform/uk.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { ChosenMessagesTable } from '#db/tables/aftercare.ts'
import type { Tables } from '#db/tables.ts'
import { readReviewName } from './review-rules.ts'

export type ChosenMessage = Selectable<ChosenMessagesTable>

/** An email address in lower case, or a phone number in E.164. */
function readContact(typed: string): Read {
  const value = normaliseEmail(typed)?.toLowerCase() ?? normalisePhone(typed)
  return value ? { value } : { problem: 'Enter their email, or a UK phone number like 07700 900123' }
}

const readers = {
  text: textReader('The words', { max: 1000, required: 'Enter the customer’s words', clean: sanitise }),
  name: readReviewName,
  source: textReader('The source', { max: 200, required: 'Say where it was written: WhatsApp, or the page it’s on' }),
  saidOn: readDate,
  consentBy: textReader('Who agreed', { max: 100, required: 'Say who agreed to it being shown' }),
  consentOn: readDate,
  consentHow: textReader('How they agreed', { max: 200, required: 'Say how they agreed: in which message, or on which call' }),
  consentContact: readContact,
} as const
type Field = keyof typeof readers
const chosenFields = Object.keys(readers) as Field[]

/**
 * Adds a customer's message, or a review from elsewhere, to those that the site shows as chosen by us, with its source and the consent to show
 * it. The caller has checked that `ownerId` is an owner. Throws `InvalidEntry`.
 */
export async function addChosen(services: Services, ownerId: string, kind: string, field: (name: Field) => string): Promise<void> {
  const now = services.clock.now()
  const read = Object.fromEntries(chosenFields.map((name) => [name, readers[name](field(name))]))
  const problems = Object.fromEntries(Object.entries(read).flatMap(([name, each]) => ('problem' in each ? [[name, each.problem]] : [])))
  const today = londonDay(now)
  for (const day of ['saidOn', 'consentOn']) if (!problems[day] && field(day as Field) > today) problems[day] = 'This day hasn’t come yet'
  if (kind !== 'message' && kind !== 'review') problems.kind = 'Choose what it is'
  if (Object.keys(problems).length > 0) throw new InvalidEntry(problems)
  const values = Object.fromEntries(Object.entries(read).map(([name, each]) => [name, 'value' in each ? each.value : ''])) as Record<
    Field,
    string
  >
  await services.db.transaction().execute(async (tx) => {
    const id = newId()
    await tx
      .insertInto('chosenMessages')
      .values({ id, kind: kind as 'message' | 'review', ...values, addedAt: toInstant(now), addedBy: ownerId })
      .execute()
    await recordAudit(tx, now, { actor: ownerId, action: 'chosen.add', subject: id, detail: { kind } })
  })
  services.pagesChanged()
}

/** Deletes a chosen message, such as when its consent is withdrawn. */
export async function dropChosen(services: Services, ownerId: string, id: string): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const dropped = await tx.deleteFrom('chosenMessages').where('id', '=', id).returning('id').executeTakeFirst()
    if (dropped) await recordAudit(tx, services.clock.now(), { actor: ownerId, action: 'chosen.remove', subject: id })
  })
  services.pagesChanged()
}

const mostShown = 12

/** The chosen messages as pages show them, the newest first. */
export const readChosen = (db: Kysely<Tables>) =>
  db
    .selectFrom('chosenMessages')
    .select(['id', 'kind', 'text', 'name', 'source', 'saidOn'])
    .orderBy('saidOn', 'desc')
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute()

/** The same; none if they can't be read. */
export const readChosenForPages = ({ db, log }: Pick<Services, 'db' | 'log'>) =>
  readChosen(db).catch((error) => {
    log.warn({ error: loggable(error) }, 'the chosen messages could not be read')
    return []
  })

/** All of them with their consent, for an owner. */
export const readChosenWithConsent = (db: Kysely<Tables>): Promise<ChosenMessage[]> =>
  db.selectFrom('chosenMessages').selectAll().orderBy('id', 'desc').execute()
