import type { Transaction } from 'kysely'
import { hasEnded } from '#app/features/booking/lifecycle.ts'
import { TooManySubmits } from '#app/features/booking/refusals.ts'
import { messageStaff } from '#app/features/tracking/message-staff.server.ts'
import { CodedRefusal } from '#app/platform/errors.ts'
import { enqueue } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import { markNumber, takeReceipt } from '#app/platform/text-receipts.ts'
import { isSignedByTwilio, textState } from '#app/platform/twilio.ts'
import { xmlText } from '#app/platform/xml.ts'
import { days, later, toInstant } from '#app/values/clock.ts'
import { hashOf, idFrom, newId, newToken } from '#app/values/ids.ts'
import type { EnquiriesTable } from '#db/tables/desk.ts'
import type { Tables } from '#db/tables.ts'
import type { Message } from './wording/message.server.ts'
import { messages } from './wording/messages.server.ts'

/** A message from the provider of texts: the address as it called it, its form, and its signature over both. */
export interface SignedForm {
  url: string
  body: string
  signature: string | undefined
}

/** The form's fields. Throws a 403 unless the provider signed them, and a 404 where none is connected. */
export function openForm({ config }: Services, { url, body, signature }: SignedForm): URLSearchParams {
  if (!config.twilio) throw new CodedRefusal(404, 'texts_off', 'No provider of texts is connected.')
  const fields = new URLSearchParams(body)
  if (!isSignedByTwilio(config.twilio.authToken, url, fields, signature))
    throw new CodedRefusal(403, 'wrong_signature', 'The signature doesn’t match.')
  return fields
}

export const field = (fields: URLSearchParams, name: string, most: number) => (fields.get(name) ?? '').slice(0, most)
const phoneOf = (fields: URLSearchParams, name: 'From' | 'To') => field(fields, name, 40).replace(/^whatsapp:/, '')

/** Stores how the delivery of a text went: a message from its provider. Repeated or late ones change nothing. */
export async function receiveTextReceipt(services: Services, form: SignedForm): Promise<void> {
  const fields = openForm(services, form)
  const errorCode = Number(field(fields, 'ErrorCode', 10)) || undefined
  const id = new URL(form.url).searchParams.get('id') ?? ''
  const receipt = {
    id,
    providerId: field(fields, 'MessageSid', 64),
    state: textState(field(fields, 'MessageStatus', 20)),
    errorCode,
    phone: phoneOf(fields, 'To'),
  }
  if (
    await takeReceipt(services, receipt, (tx, channel) =>
      channel === 'whatsapp' ? textInstead(tx, services.clock.now(), id) : mailFailedText(services, tx, id),
    )
  )
    services.jobsAdded()
}

/** Sends what WhatsApp couldn't deliver as an ordinary text, once: its number has been marked. */
async function textInstead(tx: Transaction<Tables>, now: Date, id: string): Promise<void> {
  const row = await tx.selectFrom('jobs').select(['kind', 'payload', 'about']).where('id', '=', id).executeTakeFirst()
  if (row)
    await enqueue(tx, now, [
      { id: idFrom(id, 'sms'), kind: row.kind, payload: JSON.parse(row.payload), ...(row.about !== null && { about: row.about }) },
    ])
}

/** Sends the email about the news of a text that failed, if someone gets it. */
async function mailFailedText(services: Services, tx: Transaction<Tables>, id: string): Promise<void> {
  const row = await tx.selectFrom('jobs').select(['kind', 'payload']).where('id', '=', id).executeTakeFirst()
  const all: Record<string, Message> = messages
  if (row) await all[row.kind]?.mailInstead?.(services, tx, { id, payload: JSON.parse(row.payload) })
}

/** Words by which someone ends texts, has them again, or asks for help, in the order of the provider's own names for them. */
const keywords = {
  STOP: /^(stop|stopall|unsubscribe|end|quit|revoke|optout)$/,
  START: /^(start|unstop)$/,
  HELP: /^(help|info)$/,
} as const
type Keyword = keyof typeof keywords

/** Takes a text that its provider brings, and returns the answer for it to send, '' for none. */
export async function receiveText(services: Services, form: SignedForm): Promise<string> {
  const fields = openForm(services, form)
  if (field(fields, 'From', 40).startsWith('whatsapp:'))
    await markNumber(services.db, phoneOf(fields, 'From'), { whatsappAt: toInstant(services.clock.now()), whatsappFailedAt: null })
  return takeText(services, {
    ...{ phone: phoneOf(fields, 'From'), text: field(fields, 'Body', 2_000).trim() },
    ...{ providerId: field(fields, 'MessageSid', 64), asked: field(fields, 'OptOutType', 10) },
  })
}

interface ReceivedText {
  /** E.164. */
  phone: string
  text: string
  /** The provider's id of it. */
  providerId: string
  /** The keyword that the provider has found in it, and answered itself; '' for none. */
  asked: string
}

/**
 * Takes a text that someone sent us, and returns the answer, '' for none: STOP and START are kept for the number, anything else is a message
 * on the sender's booking, or an entry of its own if there is none. The same text again is one.
 */
export async function takeText(services: Services, { phone, text, providerId, asked }: ReceivedText): Promise<string> {
  const word = text.toLowerCase().replace(/[^a-z]/g, '')
  const keyword = (Object.keys(keywords) as Keyword[]).find((each) => asked === each || (asked === '' && keywords[each].test(word)))
  const { details } = services.published.current()
  if (keyword) {
    if (keyword === 'STOP') await markNumber(services.db, phone, { stoppedAt: toInstant(services.clock.now()) })
    if (keyword === 'START') await markNumber(services.db, phone, { stoppedAt: null, failedAt: null })
    return asked ? '' : answers[keyword](details.emergencyPhone.text)
  }
  if (text !== '') await keepText(services, { phone, text, providerId })
  return ''
}

const answers: Record<Keyword, (phone: string) => string> = {
  STOP: (phone) => `You won't get any more texts from Emergency Plumbers London. Text START to get them again, or call ${phone}.`,
  START: (phone) => `You'll get texts about your bookings with Emergency Plumbers London again. Text STOP to end them, or call ${phone}.`,
  HELP: (phone) => `Emergency Plumbers London, day and night: ${phone}. Text STOP to end our texts.`,
}

/** An answer as Twilio reads it: a text, '' for none. */
export const twiml = (text: string): string => responseXml(text ? `<Message>${xmlText(text)}</Message>` : '')

/** An answer as Twilio reads it. `verbs`: what it does, as XML. */
export const responseXml = (verbs: string): string => `<?xml version="1.0" encoding="UTF-8"?><Response>${verbs}</Response>`

/** For so long after its end a booking still gets its customer's texts. */
const afterEndMs = days(30)
/** More of one number in a day are a fault or an attack, and are dropped. */
const mostEnquiriesADay = 20

async function keepText(services: Services, from: Omit<ReceivedText, 'asked'>) {
  const { open, recent } = await readBookingOf(services, from.phone)
  const isKept = await messageFrom(services, from, open ?? recent, { text: from.text.slice(0, 1_000), key: `text ${from.providerId}` })
  if (!isKept) await keepEnquiry(services, { ...from, kind: 'text' })
}

/** Puts a message on a booking, once for each key. Returns false if there is no booking, or it is one too many. */
export async function messageFrom(
  services: Services,
  { phone }: Pick<ReceivedText, 'phone'>,
  booking: { id: string } | undefined,
  { text, key }: { text: string; key: string },
): Promise<boolean> {
  if (!booking) return false
  const message = { bookingId: booking.id, actor: 'customer', text, idempotencyKey: key }
  try {
    await messageStaff(services, { ...message, clientKey: services.secrets.sign('client', phone) })
    return true
  } catch (error) {
    // The provider brings a text or a call once: one too many for a booking is kept all the same.
    if (!(error instanceof TooManySubmits)) throw error
    return false
  }
}

/** The newest open booking of a number, and the last one that ended not long ago. */
export async function readBookingOf({ db, clock }: Services, phone: string): Promise<{ open?: { id: string }; recent?: { id: string } }> {
  const since = later(clock.now(), -afterEndMs)
  const bookings = await db
    .selectFrom('bookings')
    .select(['id', 'status', 'createdAt', 'promisedUntil'])
    .where('phone', '=', phone)
    .where('erasedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .limit(20)
    .execute()
  return {
    open: bookings.find(({ status }) => !hasEnded(status)),
    recent: bookings.find((each) => each.createdAt > since || each.promisedUntil > since),
  }
}

interface NewEnquiry extends Omit<ReceivedText, 'asked'> {
  kind: EnquiriesTable['kind']
}

/** Adds an entry for staff, once for each of the provider's ids. */
export async function keepEnquiry({ db, clock, log }: Services, { phone, kind, text, providerId }: NewEnquiry): Promise<void> {
  const now = clock.now()
  const { count } = await db
    .selectFrom('enquiries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('phone', '=', phone)
    .where('at', '>', later(now, -days(1)))
    .executeTakeFirstOrThrow()
  if (phone !== '' && Number(count) >= mostEnquiriesADay) return log.warn({}, 'too many texts or calls from one number')
  const row = { id: newId(), providerKey: hashOf(providerId || newToken()), at: toInstant(now), phone, kind, text }
  await db
    .insertInto('enquiries')
    .values(row)
    .onConflict((conflict) => conflict.column('providerKey').doNothing())
    .execute()
}
