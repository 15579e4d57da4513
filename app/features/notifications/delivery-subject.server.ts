import { readAccountMail } from '#app/features/account-mails/mail-account.server.ts'
import { trackingUrl } from '#app/features/booking/private-link.server.ts'
import { readBooking } from '#app/features/booking/read-booking.server.ts'
import { readDifferences } from '#app/features/payments/read-differences.server.ts'
import type { Services } from '#app/platform/services.ts'
import { accountMailSubject } from './account-mail.ts'
import { changeMailOf, newLinkMailOf } from './change-mail.ts'
import type { DeliveryKindName } from './delivery-kinds.ts'
import { readChange } from './reads.server.ts'
import {
  backupLateNotice,
  bookingEventType,
  confirmationOf,
  paymentsNotice,
  phoneFirstNotice,
  staffChangeNotice,
  staffNotice,
} from './rules.ts'
import { BackupLateJob, BookingChangeJob, BookingJob, DifferencesJob, PhoneFirstJob } from './schema.ts'

/** The subject of a delivery, as it would be said now; undefined where it has none, or where what it is about is there no more. */
export async function readSubject(services: Services, kind: DeliveryKindName, payload: unknown): Promise<string | undefined> {
  try {
    return await subjectOf(services, kind, payload)
  } catch {
    return undefined
  }
}

async function subjectOf(services: Services, kind: DeliveryKindName, payload: unknown): Promise<string | undefined> {
  const booking = () => readBooking(services, BookingJob.parse(payload).bookingId)
  const change = async () => ({ ...BookingChangeJob.parse(payload), ...(await readChange(services.db, BookingChangeJob.parse(payload))) })
  const { details } = services.published.current()
  switch (kind) {
    case 'announce':
      return undefined
    case 'staff-email':
      return staffNotice(await booking()).subject
    case 'staff-change-email':
    case 'owner-change-email':
      return staffChangeNotice(await booking(), await change()).subject
    case 'payment-differences-email':
      return paymentsNotice(await readDifferences(services, DifferencesJob.parse(payload).ids)).subject
    case 'phone-first-email':
      return phoneFirstNotice(PhoneFirstJob.parse(payload)).subject
    case 'backup-late-email':
      return backupLateNotice(BackupLateJob.parse(payload)).subject
    case 'customer-confirmation': {
      const booked = await booking()
      return confirmationOf(booked, trackingUrl(services, booked), details).subject
    }
    case 'customer-change': {
      const booked = await booking()
      return changeMailOf(booked, await change(), trackingUrl(services, booked), details).subject
    }
    case 'customer-new-link': {
      const booked = await booking()
      return newLinkMailOf(booked, trackingUrl(services, booked), details).subject
    }
    case 'account-mail':
      return accountMailSubject(readAccountMail(services, payload))
    case 'account-text':
      return 'A code of six digits'
    case 'staff-webhook':
      return bookingEventType(await booking())
    case 'staff-change-webhook':
      return `booking.${BookingChangeJob.parse(payload).change}`
  }
}
