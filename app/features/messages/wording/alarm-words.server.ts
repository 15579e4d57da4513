import type { Alarm, AlarmOf } from '#app/features/accounts/raise-alarm.ts'
import { readKeptDifferences } from '#app/features/billing/read-book-differences.server.ts'
import { readDifferences } from '#app/features/payments/report-differences.server.ts'
import type { Services } from '#app/platform/services.ts'
import type { Instant } from '#app/values/clock.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Words } from './blocks.ts'
import { siteOf } from './message.server.ts'
import type { Site } from './site.ts'
import {
  backupLateWords,
  badReviewWords,
  bookWords,
  detailsMissingWords,
  diskWords,
  headed,
  paymentWords,
  phoneFirstWords,
  requestOverdueWords,
  retentionWords,
  rotaHoleWords,
  unsentWords,
} from './staff-alarms.ts'

interface Entry<Kind extends Alarm['kind']> {
  /** The remedy in a sentence, for phones: a lock screen is read by anyone. */
  says: string | ((alarm: AlarmOf<Kind>) => string)
  page(alarm: AlarmOf<Kind>): SitePath
  /** Returns true if it can wait until the end of an owner's quiet hours. */
  waits(alarm: AlarmOf<Kind>, quietEnd: Instant): boolean
  /** Returns true if owners are called about it too. */
  isCalled?(alarm: AlarmOf<Kind>): boolean
  words(alarm: AlarmOf<Kind>, site: Site, services: Services): Words | Promise<Words>
}

/** Every alarm. One that can't wait costs customers, or puts them in danger, before the morning. */
const alarms: { [Kind in Alarm['kind']]: Entry<Kind> } = {
  phone_first: {
    says: ({ isOn }) => (isOn ? 'Make sure someone answers the phone.' : 'You don’t need to do anything.'),
    page: () => '/staff/uptime',
    waits: ({ isOn }) => !isOn,
    isCalled: ({ isOn }) => isOn,
    words: phoneFirstWords,
  },
  disk_nearly_full: {
    says: 'Once it’s full, the website can’t take bookings. Tell the person who looks after the server.',
    page: () => '/staff/monitoring',
    waits: ({ isRepeated }) => isRepeated,
    isCalled: ({ isRepeated }) => !isRepeated,
    words: diskWords,
  },
  rota_hole: {
    says: 'Plan someone.',
    page: () => '/staff/engineers',
    waits: ({ from }, quietEnd) => from > quietEnd,
    words: rotaHoleWords,
  },
  backup_late: {
    says: 'Tell the person who looks after the server today.',
    page: () => '/staff/monitoring',
    waits: () => true,
    words: backupLateWords,
  },
  retention_failed: {
    says: 'Tell the person who looks after the server.',
    page: () => '/staff/data',
    waits: () => true,
    words: retentionWords,
  },
  unsent: {
    says: 'Check why, and send them again or call.',
    page: () => '/staff/deliveries',
    waits: () => true,
    words: unsentWords,
  },
  details_missing: {
    says: 'Fill in the details again today.',
    page: () => '/staff/settings/business/details',
    waits: () => true,
    words: detailsMissingWords,
  },
  booking_news: {
    says: 'Open the booking.',
    page: ({ bookingId }) => `/staff/bookings/${bookingId}`,
    waits: ({ change }) => change === 'disputed',
    // The email has the booking's details, and is one of its own.
    words: ({ change }) => headed(change === 'disputed' ? 'A customer disputes a payment' : 'An engineer found dangerous gas', '', []),
  },
  request_overdue: {
    says: 'Open the booking, and deal with it today.',
    page: ({ bookingId }) => `/staff/bookings/${bookingId}`,
    waits: () => true,
    words: requestOverdueWords,
  },
  bad_review: {
    says: 'Read it, call them, and answer it.',
    page: ({ bookingId }) => `/staff/bookings/${bookingId}`,
    waits: () => true,
    words: badReviewWords,
  },
  payment_differences: {
    says: 'Open the bills to see what differs.',
    page: () => '/staff/bills',
    waits: () => true,
    words: async ({ ids }, _site, services) => paymentWords(await readDifferences(services, ids)),
  },
  book_differences: {
    says: 'Open the bills to see which.',
    page: () => '/staff/bills',
    waits: () => true,
    words: async ({ ids }, site, { db }) => bookWords(await readKeptDifferences(db, ids), site),
  },
}

const entryOf = <Kind extends Alarm['kind']>({ kind }: { kind: Kind }) => alarms[kind] as unknown as Entry<Alarm['kind']>

/** Returns true if an alarm can wait until the end of an owner's quiet hours. */
export const canWait = (alarm: Alarm, quietEnd: Instant): boolean => entryOf(alarm).waits(alarm, quietEnd)
/** Returns true if owners are called about an alarm. */
export const isCalled = (alarm: Alarm): boolean => entryOf(alarm).isCalled?.(alarm) ?? false

const wordsOf = (services: Services, alarm: Alarm) => entryOf(alarm).words(alarm, siteOf(services), services)

/** Alarms in the words of an email. */
export async function alarmWords(services: Services, told: readonly Alarm[]): Promise<Words> {
  const all = await Promise.all(told.map((alarm) => wordsOf(services, alarm)))
  const [first] = all
  if (first && all.length === 1) return first
  const subjects = all.map(({ subject }) => subject)
  return { subject: severalText(all.length), preview: subjects.join('. '), blocks: all.flatMap(({ blocks }) => blocks) }
}

const severalText = (count: number) => `${count} alarms from your website`

/** Alarms as a phone shows them. */
export async function phoneWords(services: Services, told: readonly Alarm[]): Promise<{ title: string; body: string; path: SitePath }> {
  const subjects = (await Promise.all(told.map((alarm) => wordsOf(services, alarm)))).map(({ subject }) => subject)
  const [alarm] = told
  if (!alarm || told.length > 1) return { title: severalText(told.length), body: `${subjects.join('. ')}.`, path: '/staff' }
  const { says, page } = entryOf(alarm)
  return { title: subjects[0] ?? '', body: typeof says === 'string' ? says : says(alarm), path: page(alarm) }
}
