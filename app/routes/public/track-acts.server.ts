import { InvalidBooking, InvalidMessage } from '#app/features/booking/refusals.ts'
import { retryRedLine } from '#app/features/red-line/retry-red-line.server.ts'
import { cancelBooking } from '#app/features/tracking/cancel-booking.server.ts'
import { messageStaff } from '#app/features/tracking/message-staff.server.ts'
import { proveBooking } from '#app/features/tracking/prove-booking.server.ts'
import { renewLink } from '#app/features/tracking/renew-link.server.ts'
import { rescheduleBooking } from '#app/features/tracking/reschedule-booking.server.ts'
import type { Done, TrackAnswers, TrackStep } from '#app/features/tracking/track-view.server.ts'
import { askToStart } from '#app/features/visit/ask-to-start.server.ts'
import { startRequest } from '#app/features/visit/consent.ts'
import { decideByCustomer } from '#app/features/visit/decide-work.server.ts'
import type { SentForm } from '#app/platform/answer-form.ts'
import { InvalidEntry, type Refusal } from '#app/platform/errors.ts'
import { wrongForm } from '#app/platform/refused-page.ts'
import type { Services } from '#app/platform/services.ts'
import type { SitePath } from '#app/values/site-path.ts'

interface Act {
  bookingId: string
  actor: string
  clientKey: string
  seen: string
}

interface Intent {
  /** The step that shows a refusal; absent: a separate page does. */
  step?: TrackStep
  done?: Done
  /** Address to continue at; the booking by default. */
  leadsTo?: string
  run: (services: Services, act: Act, form: SentForm) => Promise<unknown>
}

/** Customers' acts on their booking, by the `intent` of the form. A new act is an entry here. */
const intents: Record<string, Intent> = {
  prove: {
    step: 'overview',
    done: 'proven',
    run: (services, { seen: _, ...act }, { text }) => proveBooking(services, { ...act, proof: text('proof').slice(0, 200) }),
  },
  reschedule: {
    step: 'time',
    done: 'rescheduled',
    run(services, act, form) {
      const { preferredDate, timeSlot } = answersIn(form)
      return rescheduleBooking(services, { ...act, preferredDate, timeSlot, agreedPence: Number(form.text('agreedPence')) || undefined })
    },
  },
  cancel: {
    step: 'cancel',
    done: 'cancelled',
    run: (services, act, { text }) => cancelBooking(services, { ...act, toldPence: Number(text('toldPence')) || 0 }),
  },
  retry: { step: 'overview', run: (services, act) => retryRedLine(services, act) },
  message: {
    step: 'overview',
    done: 'message',
    run(services, act, form) {
      const { message, messageKey } = answersIn(form)
      return messageStaff(services, { ...act, text: message, idempotencyKey: messageKey || undefined })
    },
  },
  'ask-start': { step: 'overview', done: 'asked', run: (services, { seen: _, ...act }) => askToStart(services, act) },
  'agree-work': {
    step: 'overview',
    done: 'agreed',
    run: (services, { seen: _, ...act }, form) => decideByCustomer(services, act, { ...decisionIn(form), answer: 'agree' }),
  },
  'decline-work': {
    step: 'overview',
    done: 'declined',
    run: (services, { seen: _, ...act }, form) => decideByCustomer(services, act, { ...decisionIn(form), answer: 'decline' }),
  },
  renew: { leadsTo: '/new-link?renewed=1' satisfies SitePath, run: (services, act) => renewLink(services, act) },
}

/** Throws the page of a wrong form. */
export function intentIn({ text }: SentForm): Intent {
  const name = text('intent')
  const intent = Object.hasOwn(intents, name) ? intents[name] : undefined
  if (!intent) throw wrongForm()
  return intent
}

/** Returns the typed values, for the page that shows them again. */
export const answersIn = ({ text }: SentForm) =>
  ({
    message: text('message'),
    messageKey: text('messageKey').slice(0, 200),
    preferredDate: text('preferredDate').slice(0, 20),
    timeSlot: text('timeSlot').slice(0, 200),
    workId: text('work').slice(0, 40),
    signer: text('signer').slice(0, 200),
  }) satisfies TrackAnswers

const decisionIn = ({ text }: SentForm) => ({
  workId: text('work').slice(0, 40),
  seenHash: text('seenHash'),
  name: text('signer'),
  agreesToPrice: text('price') === 'yes',
  ...startRequest(text('start')),
})

/** Returns the problems of a refusal by field; empty if it is about no field. */
export function problemsOf(refusal: Refusal) {
  if (refusal instanceof InvalidMessage) return { message: refusal.message }
  if (refusal instanceof InvalidEntry) return refusal.fields
  if (!(refusal instanceof InvalidBooking)) return undefined
  const { preferredDate, timeSlot } = refusal.fields
  return { ...(preferredDate && { preferredDate }), ...(timeSlot && { timeSlot }) }
}
