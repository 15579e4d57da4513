import type { AlarmOf } from '#app/features/accounts/raise-alarm.ts'
import type { readKeptDifferences } from '#app/features/billing/read-book-differences.server.ts'
import { type DifferenceKind, differenceText } from '#app/features/payments/differences.ts'
import type { readDifferences } from '#app/features/payments/report-differences.server.ts'
import { counted } from '#app/platform/next-text.ts'
import { spokenMoment, spokenTimeSeen } from '#app/platform/spoken-moment.ts'
import { mostStuck } from '#app/platform/stuck-messages.ts'
import { longDayText } from '#app/values/day.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Block, Facts, Words } from './blocks.ts'
import type { Site } from './site.ts'

/* Alerts to staff about the business and its server. */

/** An email whose heading is its subject. */
export const headed = (subject: string, preview: string, blocks: readonly Block[]): Words => ({
  ...{ subject, preview, blocks: [{ heading: subject }, ...blocks] },
})

const linkTo = ({ url }: Site, label: string, path: SitePath): Block => ({ keys: [{ label, href: `${url}${path}` }] })

/** Payments with differences, one fact each. */
export function paymentWords(differences: Awaited<ReturnType<typeof readDifferences>>): Words {
  const heading = differences.length === 1 ? 'Please check a payment' : `Please check ${differences.length} payments`
  const facts = differences.map(({ providerPaymentId, reference, kind, oursPence, theirsPence }) => {
    const which = reference ? `${providerPaymentId}, booking ${reference}` : providerPaymentId
    return [which, differenceText(kind as DifferenceKind, oursPence, theirsPence)] as const
  })
  return headed(heading, facts[0]?.[1] ?? '', [{ facts }])
}

/** Bills, payments, refunds and credit notes that do not add up; none, if they do again when it is sent. */
export function bookWords(differences: Awaited<ReturnType<typeof readKeptDifferences>>, site: Site): Words {
  if (differences.length === 0) return headed('The books add up again', 'There’s nothing to check now.', [])
  const heading = differences.length === 1 ? 'A sum in the books doesn’t add up' : `${differences.length} sums in the books don’t add up`
  return headed(heading, differences[0]?.text ?? '', [
    { paragraph: 'We haven’t changed anything. Please check each one:' },
    { facts: differences.map(({ reference, text }) => [reference ?? 'The books', text] as const) },
    linkTo(site, 'See all bills', '/staff/bills'),
  ])
}

/** Alarm: the public pages ask people to call, or no longer do. */
export function phoneFirstWords({ isOn, at, problem }: AlarmOf<'phone_first'>): Words {
  const heading = isOn ? 'Online booking is failing: customers are being asked to call' : 'Online booking is working again'
  const off = 'A test booking has gone through, and our pages are showing the booking form again.'
  if (!isOn) {
    const facts: Facts = [
      ['At', spokenMoment(at)],
      ['What this means', off],
    ]
    return headed(heading, off, [{ facts }])
  }
  const facts: Facts = [
    ['Since', spokenMoment(at)],
    ['What went wrong', problem],
    [
      'What this means',
      'The server makes a test booking every 15 minutes. Two in a row have failed, so our pages are showing the phone number first. The form will come back automatically when a test booking works again.',
    ],
    ['If bookings are still coming in', 'The server may be unable to reach its own address. See MONITOR_URL in docs/configuration.md.'],
  ]
  const warning = 'Make sure someone answers the phone, and tell the person who looks after the server.'
  return headed(heading, problem, [{ warning }, { facts }])
}

/** Alarm: one place or more has no recent reliable backup. */
export function backupLateWords({ places }: AlarmOf<'backup_late'>): Words {
  const list = places.map(({ name }) => name).join(', ')
  return headed('Backups are late', list, [
    {
      warning:
        'Tell the person who looks after the server about this today. If you lost the data now, you’d lose every booking since the last good backup.',
    },
    ...places.map(({ name, goodAt, problem }) => ({
      facts: [
        ['Where', name],
        ['Last good backup', goodAt ? spokenMoment(goodAt) : 'none yet'],
        ...(problem ? [['What went wrong', problem] as const] : []),
      ] as Facts,
    })),
  ])
}

/** Alarm: data whose time is over could not be erased. */
export function retentionWords({ night, what, isUnfinished }: AlarmOf<'retention_failed'>): Words {
  const facts: Facts = [
    ['Night', longDayText(night)],
    ['What went wrong', isUnfinished ? 'It didn’t finish' : `Not erased: ${what.join(', ')}`],
  ]
  return headed('Some old personal data wasn’t erased', what.join(', '), [
    { warning: 'Tell the person who looks after the server. The privacy notice says how long we keep it. We’ll try again every night.' },
    { facts },
  ])
}

/** Alarm: the open site lacks details that the law requires. */
export function detailsMissingWords({ labels }: AlarmOf<'details_missing'>, site: Site): Words {
  return {
    subject: `Missing from your website: ${labels.join(', ')}`,
    preview: 'The site stays open. Fill in the details again today.',
    blocks: [
      { heading: 'Your website no longer shows what the law requires' },
      { paragraph: 'The site stays open and customers can still book. Fill these in again today:' },
      { list: labels },
      linkTo(site, 'Fill in the details', '/staff/settings/business/details'),
    ],
  }
}

const holeTimes = ({ from, until }: AlarmOf<'rota_hole'>) =>
  `${spokenMoment(from)}${until ? ` to ${spokenTimeSeen(until, from)}` : ' onwards'}`

/** Alarm: hours in which no one is on shift or on call. */
export function rotaHoleWords(hole: AlarmOf<'rota_hole'>, site: Site): Words {
  const heading = `No ${hole.rota ? 'dispatcher' : 'one'} on shift or on call: ${holeTimes(hole)}`
  const effect = hole.rota ? 'New bookings and messages would reach no one.' : 'Urgent jobs would reach no engineer.'
  return headed(heading, effect, [
    { warning: `${effect} Plan someone, or ask someone to be on call.` },
    linkTo(site, 'Open the rota', '/staff/engineers'),
  ])
}

/** Alarm: the disk of the data folder is nearly full. */
export function diskWords({ freeMegabytes }: AlarmOf<'disk_nearly_full'>): Words {
  return headed(`The server’s disk is nearly full: ${freeMegabytes} MB free`, 'Once it’s full, the website can’t take bookings.', [
    { warning: 'Once it’s full, the website can’t take bookings. Tell the person who looks after the server now.' },
    { note: 'This is the disk of the data folder, DATA_DIR.' },
  ])
}

/** Alarm: something that we owe a customer after their visit is overdue. */
export function requestOverdueWords({ bookingId, reference, what, dueOn }: AlarmOf<'request_overdue'>, site: Site): Words {
  const due = `It was due by ${longDayText(dueOn)}.`
  return headed(`Overdue for ${reference}: ${what.toLowerCase()}`, due, [
    { warning: `${due} Deal with it today.` },
    linkTo(site, 'Open the booking', `/staff/bookings/${bookingId}`),
  ])
}

/** Alarm: a customer gave us one or two stars. Nothing of their words. */
export function badReviewWords({ bookingId, reference, stars }: AlarmOf<'bad_review'>, site: Site): Words {
  const next = 'It’s on our website. Read it, call them, and answer it.'
  return headed(`${counted(stars, 'star')} from the customer of ${reference}`, next, [
    { paragraph: next },
    linkTo(site, 'Open the booking', `/staff/bookings/${bookingId}`),
  ])
}

/** Alarm: messages wait for long, or were given up. */
export function unsentWords({ count, since }: AlarmOf<'unsent'>, site: Site): Words {
  const heading =
    count === 1 ? 'A message couldn’t be sent' : `${count >= mostStuck ? `${mostStuck} or more` : count} messages couldn’t be sent`
  const oldest = `The oldest is from ${spokenMoment(since)}.`
  return headed(heading, oldest, [
    { paragraph: `${oldest} Check why, and send them again or call.` },
    linkTo(site, 'See deliveries', '/staff/deliveries'),
  ])
}
