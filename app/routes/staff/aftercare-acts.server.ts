import { answerReview } from '#app/features/aftercare/answer-review.server.ts'
import { recordCancellation } from '#app/features/aftercare/cancel-contract.server.ts'
import { addChosen, dropChosen } from '#app/features/aftercare/chosen-messages.server.ts'
import { acknowledgeComplaint, answerComplaint, closeComplaint, recordComplaint } from '#app/features/aftercare/complaints.server.ts'
import { removeReview } from '#app/features/aftercare/remove-review.server.ts'
import { recordSatisfaction } from '#app/features/aftercare/satisfaction.server.ts'
import { decideSatisfaction } from '#app/features/billing/decide-satisfaction.server.ts'
import { settleCancellation } from '#app/features/billing/settle-cancellation.server.ts'
import type { Field, StaffAct } from './act-table.server.ts'

const by = 'staff' as const

/** Acts of staff after a visit, as a part of `staffActs`: complaints, refunds, contracts cancelled by law, reviews. */
export const aftercareActs: Readonly<Record<string, StaffAct>> = {
  complain: {
    by,
    done: 'Complaint recorded. It stays in the inbox until it’s closed.',
    do: (services, act, field) =>
      recordComplaint(services, { ...act, channel: field('channel'), words: field('words'), wish: field('wish') }),
  },
  acknowledge: { by, done: 'Complaint acknowledged.', do: acknowledgeComplaint },
  answer: {
    by,
    done: 'Complaint answered.',
    do: (services, act, field) => answerComplaint(services, { ...act, answer: field('answer') }),
  },
  close: {
    by,
    done: 'Complaint closed.',
    do: (services, act, field) => closeComplaint(services, { ...act, closingNote: field('closingNote') }),
  },
  unsatisfied: {
    by,
    done: 'Recorded. It’s in the inbox until it’s done.',
    do: (services, act, field) =>
      recordSatisfaction(services, { ...act, wish: field('wish'), words: field('words'), inTime: field('inTime') === 'yes' }),
  },
  'decide-refund': {
    by,
    done: 'Refund decided. We’re telling the customer.',
    do: (services, act, field) =>
      decideSatisfaction(services, {
        ...{ ...act, outcome: field('outcome'), amount: field('amount'), reasons: field('reasons') },
        isAgreed: field('isAgreed') === 'yes',
      }),
  },
  'review-answer': {
    by,
    done: 'Answer published.',
    do: (services, { staffId }, field) => answerReview(services, { reviewId: reviewIn(field), staffId, answer: field('answer') }),
  },
  'review-remove': {
    by: 'owner',
    done: 'Its words are off the site. We’re telling the customer why.',
    do: (services, { staffId: ownerId }, field) =>
      removeReview(services, { reviewId: reviewIn(field), ownerId, reason: field('reason'), note: field('removalNote') }),
  },
  'chosen-add': {
    by: 'owner',
    done: 'It’s on the site now.',
    do: (services, { staffId }, field) => addChosen(services, staffId, field('kind'), field),
  },
  'chosen-drop': {
    by: 'owner',
    done: 'It’s deleted.',
    do: (services, { staffId }, field) => dropChosen(services, staffId, field('chosen').slice(0, 100)),
  },
  'cancel-contract': {
    by,
    done: 'Recorded. We’re confirming it to the customer, and the refund is in the inbox.',
    do: (services, act, field) =>
      recordCancellation(services, { ...act, contract: field('contract').slice(0, 100), name: field('name'), address: field('address') }),
  },
  'settle-cancellation': {
    by,
    done: 'Refunded. We’re telling the customer.',
    do: (services, act, field) =>
      settleCancellation(services, {
        ...{ ...act, cancellationId: field('cancellation').slice(0, 100), billed: field('billed'), kept: field('kept') },
        reasons: field('reasons'),
      }),
  },
}

const reviewIn = (field: Field) => field('review').slice(0, 100)
