import { type DifferenceKind, differenceText } from '#app/features/payments/differences.ts'
import type { readDifferences } from '#app/features/payments/read-differences.server.ts'
import { momentText } from '#app/platform/london.ts'
import type { Facts, Words } from './blocks.ts'
import type { BackupLateJob, PhoneFirstJob } from './job-payloads.ts'

/* What staff are told of the business and its server. */

/** Payments that are not as they should be, one fact each. */
export function paymentWords(differences: Awaited<ReturnType<typeof readDifferences>>): Words {
  const heading = differences.length === 1 ? 'Please look at a payment' : `Please look at ${differences.length} payments`
  const facts = differences.map(({ providerPaymentId, reference, kind, oursPence, theirsPence }) => {
    const which = reference ? `${providerPaymentId}, booking ${reference}` : providerPaymentId
    return [which, differenceText(kind as DifferenceKind, oursPence, theirsPence)] as const
  })
  return { subject: heading, blocks: [{ heading }, { facts }] }
}

/** That the public pages ask people to ring, or no longer. */
export function phoneFirstWords({ isOn, at, problem }: PhoneFirstJob): Words {
  const heading = isOn ? 'Online booking is failing: people are asked to ring' : 'Online booking works again'
  const off: Facts = [
    ['At', momentText(at)],
    ['What this is', 'A booking that the server made to try has worked, and the pages show the form as usual.'],
  ]
  const on: Facts = [
    ['Since', momentText(at)],
    ['What went wrong', problem],
    [
      'What this is',
      'The server makes a booking that is none every quarter of an hour. Two in a row have failed, so the pages show the phone number first. They stop by themselves when one works.',
    ],
    ['If bookings do arrive', 'The server may not reach itself at its own address: see MONITOR_URL in the README.'],
  ]
  return {
    subject: heading,
    blocks: [
      { heading },
      ...(isOn ? [{ warning: 'Have somebody at the phone. Tell whoever looks after the server.' }] : []),
      { facts: isOn ? on : off },
    ],
  }
}

/** That there is no new backup that can be relied on, in one place or more. */
export function backupLateWords({ places }: BackupLateJob): Words {
  const heading = 'Backups are late'
  return {
    subject: heading,
    blocks: [
      { heading },
      {
        warning:
          'Tell whoever looks after the server today. If the data were lost now, so would be every booking since the last good backup.',
      },
      ...places.map(({ name, goodAt, problem }) => ({
        facts: [
          ['Where', name],
          ['Last good backup', goodAt ? momentText(goodAt) : 'none yet'],
          ...(problem ? [['What went wrong', problem] as const] : []),
        ] as Facts,
      })),
    ],
  }
}
