import type { Kysely } from 'kysely'
import { callOutcomes } from '#app/features/booking/call-outcomes.ts'
import { momentText } from '#app/platform/london.ts'
import type { Instant } from '#app/values/clock.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Tables } from '#db/tables.ts'

/** The most of each kind, and of all together, on a customer's page. */
const mostShown = 20

interface Wanted {
  bookingIds: readonly string[]
  phones: readonly string[]
}

interface Contact {
  id: string
  at: Instant
  head: string
  text: string
  href?: SitePath
}

const enquiryTexts = {
  text: 'Text from them',
  ringing: 'Call from them',
  answered: 'Call from them, answered',
  missed: 'Call from them, missed',
}
const textStates = {
  ...{ unknown: 'not confirmed', waiting: 'waiting', accepted: 'on its way', sent: 'on its way' },
  ...{ delivered: 'delivered', failed: 'not delivered' },
}

/**
 * Messages, texts and calls between us and a customer, newest first. Texts and calls without a booking are those of the customer's numbers;
 * of texts that we sent only their state is kept.
 */
export async function readContacts(db: Kysely<Tables>, { bookingIds, phones }: Wanted) {
  const ofBooking = (id: string): SitePath => `/staff/bookings/${id}`
  const messages = await db
    .selectFrom('bookingMessages')
    .select(['id', 'at', 'bookingId', 'sender', 'text'])
    .where('bookingId', 'in', bookingIds)
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute()
  const calls = await db
    .selectFrom('callAttempts')
    .select(['id', 'bookingId', 'at', 'place', 'outcome', 'note'])
    .where('bookingId', 'in', bookingIds)
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute()
  const texts = await db
    .selectFrom('jobs')
    .innerJoin('sentTexts', 'sentTexts.id', 'jobs.id')
    .select(['jobs.id', 'sentTexts.createdAt', 'sentTexts.state', 'sentTexts.channel'])
    .where('jobs.about', 'in', bookingIds)
    .where('jobs.kind', 'like', 'customer-%')
    .orderBy('jobs.id', 'desc')
    .limit(mostShown)
    .execute()
  const enquiries = await db
    .selectFrom('enquiries')
    .select(['id', 'at', 'kind', 'text'])
    .where('phone', 'in', phones)
    .orderBy('at', 'desc')
    .limit(mostShown)
    .execute()
  const all: Contact[] = [
    ...messages.map(({ id, at, bookingId, sender, text }) => ({
      ...{ id, at, text, href: ofBooking(bookingId) },
      head: sender === 'customer' ? 'Message from them' : 'Message from us',
    })),
    ...calls.map(({ id, at, bookingId, place, outcome, note }) => ({
      ...{ id, at, text: note, href: ofBooking(bookingId) },
      head: place === 'door' ? 'Called from the door' : `We ${callOutcomes[outcome].past}`,
    })),
    ...texts.map(({ id, createdAt, state, channel }) => ({
      ...{ id, at: createdAt, text: '', href: `/staff/deliveries/${id}` satisfies SitePath },
      head: `${channel === 'whatsapp' ? 'WhatsApp message' : 'Text'} from us, ${textStates[state]}`,
    })),
    ...enquiries.map(({ id, at, kind, text }) => ({ id, at, text, head: enquiryTexts[kind] })),
  ]
  return all
    .sort((a, b) => (a.at < b.at ? 1 : -1))
    .slice(0, mostShown)
    .map((each) => ({ ...each, at: momentText(each.at) }))
}
