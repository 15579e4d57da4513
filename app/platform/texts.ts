import type { Kysely } from 'kysely'
import { type Clock, days, hours, later, seconds, toInstant } from '#app/values/clock.ts'
import type { SentTextsTable } from '#db/tables/platform.ts'
import type { Tables } from '#db/tables.ts'
import type { Config } from './config.ts'
import { PermanentFailure, RetryLater } from './job-failures.ts'
import { instantOf, londonDay } from './london.ts'
import type { Secrets } from './secrets.ts'
import type { Services } from './services.ts'
import { NotAccepted, NumberRefused, type TextCarrier, type TextMessage, type TextState } from './text-carrier.ts'
import { markNumber, statesBefore } from './text-receipts.ts'
import { segmentsOf } from './text-segments.ts'
import { twilioCarrier } from './twilio.ts'

/** Sends text messages. */
export interface Texts {
  /** The destination of texts, for the lines printed at start. */
  describe: string
  /**
   * Sends a text once, however often it is tried, and returns the result. Throws `PermanentFailure` if the number takes none or has had too
   * many today; after other errors the job is tried again.
   */
  send(message: TextMessage, signal?: AbortSignal): Promise<string>
}

/** Returns true if a text reaches someone: without a provider, only where the local inbox can be read. */
export const textsArrive = ({ config }: Pick<Services, 'config'>): boolean => config.devTools || config.twilio !== undefined

interface Parts {
  config: Config
  db: Kysely<Tables>
  clock: Clock
  secrets: Secrets
}

/** Texts by Twilio's API if it is configured; else kept here, and shown at /dev/texts. */
export function createTexts(parts: Parts): Texts {
  const { twilio, siteUrl } = parts.config
  const receiptUrl = (id: string) => `${siteUrl}${receiptPath}?id=${id}`
  const carrier = twilio ? twilioCarrier(twilio, receiptUrl) : localCarrier(parts)
  const send: Texts['send'] = async (message, signal) => {
    const chosen = { ...message, channel: await channelOf(parts, message) }
    try {
      return await sendText({ ...parts, carrier }, chosen, signal)
    } catch (error) {
      // Certainly not accepted there: the ordinary text goes.
      if (!(error instanceof NumberRefused) || chosen.channel !== 'whatsapp') throw error
      await change(parts.db, message.id, { channel: 'sms', state: 'waiting', errorCode: null })
      return sendText({ ...parts, carrier }, { ...chosen, channel: 'sms' }, signal)
    }
  }
  return { describe: carrier.describe, send }
}

/** For this long after someone's message, WhatsApp takes any words from us; after that only templates. */
const sessionMs = hours(24)
/** For this long after WhatsApp failed for a number, it gets ordinary texts. */
const whatsappFailedMs = days(7)

/** The channel of a text: its first one once it was tried, else WhatsApp if that may take it. */
async function channelOf({ config, db, clock }: Parts, message: TextMessage): Promise<TextMessage['channel']> {
  const { twilio } = config
  if (!twilio) return message.channel
  const tried = await db.selectFrom('sentTexts').select('channel').where('id', '=', message.id).executeTakeFirst()
  if (tried) return tried.channel
  if (!twilio.whatsappFrom || !message.template) return 'sms'
  const number = await db.selectFrom('textNumbers').selectAll().where('phone', '=', message.to).executeTakeFirst()
  const now = clock.now()
  if (number?.whatsappFailedAt && number.whatsappFailedAt > later(now, -whatsappFailedMs)) return 'sms'
  const isOpen = number?.whatsappAt && number.whatsappAt > later(now, -sessionMs)
  return isOpen || twilio.whatsappTemplates[message.template.kind] ? 'whatsapp' : 'sms'
}

/** The provider reports here whether a text was delivered. */
const receiptPath = '/functions/v1/text-receipts'

/** The wait after a try that may have been accepted before the provider is asked: its list may lag behind. */
const settleMs = seconds(20)

/** The most texts a day to one number, and to all: beyond that, a fault or an attack is likelier than news. */
export const mostTextsADay = { number: 20, all: 2_000 }
/** The most about bookings that anyone can have made: no stranger is pestered through the booking form, and other texts still go. */
export const mostUnprovenADay = { number: 5, all: 1_000 }

/** Returns true if customers are only emailed until midnight: the day's texts are used up. */
export const areTextsUsedUp = async ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<boolean> =>
  (await db
    .selectFrom('textCounts')
    .select('count')
    .where('day', '=', londonDay(clock.now()))
    .where('numberKey', '=', '')
    .where('count', '>=', mostTextsADay.all)
    .executeTakeFirst()) !== undefined

async function sendText({ db, clock, secrets, carrier }: Parts & { carrier: TextCarrier }, message: TextMessage, signal?: AbortSignal) {
  const now = clock.now()
  const before = await begin({ db, secrets }, message, now)
  if (before?.providerId) return answered(before.state)
  if (before?.state === 'unknown') {
    const waitMs = Date.parse(before.triedAt) + settleMs - now.getTime()
    if (waitMs > 0) throw new RetryLater('It may have been accepted; we ask before we send it again', waitMs)
    const found = await carrier.find(message, before.createdAt, signal)
    if (found) return keep(db, message.id, found, now)
  }
  if (before) await change(db, message.id, { state: 'unknown', triedAt: toInstant(now) })
  try {
    return await keep(db, message.id, await carrier.create(message, signal), clock.now())
  } catch (error) {
    if (error instanceof NumberRefused && message.channel === 'whatsapp')
      await markNumber(db, message.to, { whatsappFailedAt: toInstant(now) })
    else if (error instanceof NumberRefused) {
      await change(db, message.id, { state: 'failed', errorCode: error.code ?? null })
      if (error.code !== undefined) await markNumber(db, message.to, { failedAt: toInstant(now), errorCode: error.code })
    } else if (error instanceof NotAccepted || error instanceof RetryLater) await change(db, message.id, { state: 'waiting' })
    throw error
  }
}

const answered = (state: TextState) => (state === 'unknown' ? 'Handed over' : `Handed over: ${state}`)

async function keep(db: Kysely<Tables>, id: string, { providerId, state }: { providerId: string; state: TextState }, now: Date) {
  await db
    .updateTable('sentTexts')
    .set((eb) => {
      // A receipt may have been faster than the answer.
      const isNews = eb.case().when('state', 'in', statesBefore[state] ?? [])
      return {
        providerId,
        state: isNews.then(state).else(eb.ref('state')).end(),
        changedAt: isNews.then(toInstant(now)).else(eb.ref('changedAt')).end(),
      }
    })
    .where('id', '=', id)
    .execute()
  return answered(state)
}

const change = (db: Kysely<Tables>, id: string, set: Partial<SentTextsTable>) =>
  db.updateTable('sentTexts').set(set).where('id', '=', id).execute()

/**
 * The text's row as it was before this try; undefined if this is the first, which makes the row and counts it for the day. Throws
 * `PermanentFailure` if its number has answered STOP, or the day's counts are used up.
 */
async function begin(
  { db, secrets }: Pick<Parts, 'db' | 'secrets'>,
  { id, to, channel, text, isOurs, isUnproven }: TextMessage,
  now: Date,
) {
  const at = toInstant(now)
  const row = { id, channel, segments: segmentsOf(text).count, state: 'unknown' as const, createdAt: at, triedAt: at, changedAt: at }
  return db.transaction().execute(async (tx) => {
    const stoppedAt = tx.selectFrom('textNumbers').select('stoppedAt').where('phone', '=', to).as('stoppedAt')
    const first = await tx
      .insertInto('sentTexts')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning(stoppedAt)
      .executeTakeFirst()
    const known = first ? undefined : await tx.selectFrom('sentTexts').selectAll().select(stoppedAt).where('id', '=', id).executeTakeFirst()
    if (known?.providerId) return known
    if ((first ?? known)?.stoppedAt) throw new PermanentFailure('Not sent: this number has answered STOP')
    if (!known && !isOurs) await count(tx, londonDay(now), secrets.sign('text-count', to), isUnproven ? mostUnprovenADay : mostTextsADay)
    return known
  })
}

/** Counts one more text of a day, for all numbers and for this one. Throws `PermanentFailure` if either has had its most. */
async function count(tx: Kysely<Tables>, day: string, numberKey: string, most: typeof mostTextsADay): Promise<void> {
  const counted = await tx
    .insertInto('textCounts')
    // All before one: two texts at the same moment lock the rows in the same order.
    .values(['', numberKey].map((each) => ({ day, numberKey: each, count: 1 })))
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'numberKey'])
        .doUpdateSet((eb) => ({ count: eb('textCounts.count', '+', 1) }))
        .where((eb) => eb('textCounts.count', '<', eb.case().when('textCounts.numberKey', '=', '').then(most.all).else(most.number).end())),
    )
    .returning('numberKey')
    .execute()
  if (!counted.some((each) => each.numberKey === '')) throw new PermanentFailure('Not sent: the day’s texts are used up')
  if (counted.length < 2) throw new PermanentFailure('Not sent: this number has had too many texts today')
}

/** The texts that the provider has accepted this month, and the parts that it charges for. */
export async function readTextsOfMonth({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<{ texts: number; segments: number }> {
  const month = londonDay(clock.now()).slice(0, 7)
  const { texts, segments } = await db
    .selectFrom('sentTexts')
    .select((eb) => [eb.fn.countAll<number>().as('texts'), eb.fn.sum<number | null>('segments').as('segments')])
    .where('createdAt', '>=', instantOf(`${month}-01`, 0))
    .where('providerId', 'is not', null)
    .executeTakeFirstOrThrow()
  return { texts: Number(texts), segments: Number(segments ?? 0) }
}

/** No provider is connected: texts are kept here, and can be read if the developer tools are on. */
const localCarrier = ({ db, clock, config }: Pick<Parts, 'db' | 'clock' | 'config'>): TextCarrier => ({
  describe: config.devTools
    ? 'texts are kept here instead of being sent: read them at /dev/texts'
    : 'texts are kept here instead of being sent: set TWILIO_ACCOUNT_SID to send them',
  async create({ id, to, channel, text }) {
    const message = JSON.stringify({ text, html: '' })
    const subject = channel === 'sms' ? 'Text message' : 'WhatsApp message'
    await db
      .insertInto('localMail')
      .values({ id, at: toInstant(clock.now()), recipient: to, subject, message })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    return { providerId: `local-${id}`, state: 'delivered' }
  },
  find: async () => undefined,
})
