import type { BookingStatus } from '#app/values/booking-status.ts'
import { hours } from '#app/values/clock.ts'

/* A booking's life: all statuses, and all steps from one to another. Labels, buttons, columns of the board, queries and checks are made
   from these two tables. A new status is an entry here and a migration that allows it in the database (lifecycle.db.test.ts compares the
   two). */

/** How far a booking has come. Code should check the stage rather than the status if it can. */
type Stage = 'unpaid' | 'waiting' | 'accepted' | 'on_the_way' | 'on_site' | 'visited' | 'called_off'

export type Step =
  | 'accept'
  | 'assign'
  | 'unassign'
  | 'promise'
  | 'en_route'
  | 'arrived'
  | 'completed'
  | 'made_safe'
  | 'no_access'
  | 'another_time'
  | 'cancel'
  | 'join'
  | 'discard'
  | 'trust'
  | 'reopen'
  | 'edit'
  | 'reschedule'
  | 'pay'
  | 'expire'
  | 'retry'
  | 'escalate'
  | 'lapse'

/** The actor of a step. 'engineer': on their own job. 'payment': an incoming payment. */
export type Taker = 'customer' | 'staff' | 'engineer' | 'payment' | 'clock'

interface StatusFacts {
  /** Its words for the customer: on their page, in the history, in emails. */
  customer: string
  /** Staff's word for it; also the title of its column. */
  label: string
  /** For staff, after 'the booking is'. */
  situation: string
  stage: Stage
  /** The steps that its card on the board offers: the usual next ones. */
  next?: readonly Step[]
  /** The class of a job on an engineer's line in staff.css. */
  look?: 'planned' | 'on-the-way' | 'at-the-door' | 'done' | 'no-access'
  /** Once it is over: why the customer can't change anything, and what to do instead. */
  over?: string
}

export const statuses = {
  awaiting_payment: {
    customer: 'Waiting for payment',
    label: 'Awaiting payment',
    situation: 'waiting for payment',
    stage: 'unpaid',
  },
  received: {
    customer: 'Received',
    label: 'Waiting',
    situation: 'new, not accepted yet',
    stage: 'waiting',
    next: ['accept'],
  },
  confirmed: {
    customer: 'Confirmed',
    label: 'To assign',
    situation: 'accepted, no engineer yet',
    stage: 'accepted',
    look: 'planned',
  },
  assigned: {
    customer: 'Your engineer is booked',
    label: 'Assigned',
    situation: 'with an engineer who hasn’t set off',
    stage: 'accepted',
    next: ['en_route'],
    look: 'planned',
  },
  en_route: {
    customer: 'Your engineer is on the way',
    label: 'On the way',
    situation: 'on the way',
    stage: 'on_the_way',
    next: ['arrived'],
    look: 'on-the-way',
  },
  arrived: {
    customer: 'Your engineer has arrived',
    label: 'At the door',
    situation: 'with an engineer who has arrived',
    stage: 'on_site',
    next: ['completed', 'no_access'],
    look: 'at-the-door',
  },
  completed: {
    customer: 'Done',
    label: 'Completed',
    situation: 'done',
    stage: 'visited',
    look: 'done',
    over: 'This visit is finished. Call us or send a message if anything still needs doing.',
  },
  no_access: {
    customer: 'We couldn’t get in',
    label: 'No access',
    situation: 'closed: no access',
    stage: 'visited',
    look: 'no-access',
    over: 'We visited but couldn’t get in. Call us to arrange another time.',
  },
  cancelled: {
    customer: 'Cancelled',
    label: 'Cancelled',
    situation: 'cancelled',
    stage: 'called_off',
    over: 'This booking is cancelled. If you still need an engineer, book again or call us.',
  },
  expired: {
    customer: 'The Red Line fee wasn’t paid in time',
    label: 'Not paid',
    situation: 'expired unpaid',
    stage: 'called_off',
    over: 'The Red Line fee wasn’t paid in time. Book again or call us.',
  },
} as const satisfies Record<BookingStatus, StatusFacts>

/** All statuses, in the order of a visit. */
export const statusNames = Object.keys(statuses) as BookingStatus[]

const facts: Readonly<Record<BookingStatus, StatusFacts>> = statuses

/** The words for a status: for customers, for staff, on the board. */
export const statusFacts = (status: BookingStatus): StatusFacts => facts[status]

/** The statuses of some stages. */
export const statusesAt = (...stages: readonly Stage[]): BookingStatus[] =>
  statusNames.filter((status) => stages.includes(statuses[status].stage))

/** Final statuses. */
export const endedStatuses = statusesAt('visited', 'called_off')
export const hasEnded = (status: BookingStatus): boolean => endedStatuses.includes(status)
export const openStatuses = statusNames.filter((status) => !hasEnded(status))

/** An engineer has been sent, whether or not it was recorded at the time. Cancelled ones are handled by cancelling. */
export const dispatchedStatuses = statusesAt('on_the_way', 'on_site', 'visited')
export const isDispatched = (status: BookingStatus): boolean => dispatchedStatuses.includes(status)

/** Accepted by staff, which makes the contract, and not over: the board's columns. */
export const underWayStatuses = statusesAt('accepted', 'on_the_way', 'on_site')

/** Statuses that keep an engineer busy, now or soon. */
export const plannedStatuses = statusesAt('waiting', 'accepted', 'on_the_way', 'on_site')

/** The customer is waiting for an engineer who has not arrived. */
export const isExpected = (status: BookingStatus): boolean => statusesAt('waiting', 'accepted', 'on_the_way').includes(status)

/** No one has been sent yet, though it is paid or needs no payment. */
export const isToDispatch = (status: BookingStatus): boolean => statusesAt('waiting', 'accepted').includes(status)

/** We are looking for an engineer: no one has the job, and it is urgent, or no one has accepted it yet. */
export const needsEngineer = (booking: {
  status: BookingStatus
  engineerId: string | null
  serviceLevel: 'standard' | 'redline'
  dangers: string
  acceptedAt: string | null
}): boolean =>
  isToDispatch(booking.status) &&
  booking.engineerId === null &&
  (booking.serviceLevel === 'redline' || booking.dangers !== '' || booking.acceptedAt === null)

/** A job is near from this long before its window: a dangerous or unaccepted one then needs an engineer. */
export const nearMs = hours(4)

/** Bookings that never became a job, or were cancelled. */
export const notAJobStatuses = statusesAt('unpaid', 'called_off')

interface TakenBy<Done> {
  /** The statuses that allow the step. */
  from: readonly BookingStatus[]
  /** Its button, and the text once it is done; without them the step is not taken by hand. */
  button?: string
  done?: Done
  /** Beside its button, where two are easily confused: what it does, and what the customer hears of it. */
  says?: string
  /** Why the step is refused at a status of an open visit, and what to do instead. */
  refused?: Partial<Record<BookingStatus, string>>
}

interface StepFacts {
  /** The new status; absent: the status stays. */
  to?: BookingStatus
  /** `done` is given the customer's email address. */
  customer?: TakenBy<(email: string) => string>
  /** `past`: in the history, after the name. */
  staff?: TakenBy<string> & { past?: string }
  /** The button on the engineer's phone. */
  engineer?: TakenBy<string> & { past: string }
  payment?: TakenBy<never>
  clock?: TakenBy<never>
}

/** In the order staff usually take them. */
export const steps = {
  accept: {
    to: 'confirmed',
    staff: {
      from: ['received'],
      button: 'Accept',
      says: 'Accept confirms it on the customer’s page.',
      done: 'Accepted.',
      past: 'accepted the booking',
    },
  },
  assign: {
    to: 'assigned',
    // A van may break down on its way: then another engineer takes over.
    staff: {
      from: ['received', 'confirmed', 'assigned', 'en_route'],
      button: 'Assign job',
      says: 'Assign emails the customer their engineer’s name.',
      done: 'Assigned.',
    },
  },
  unassign: {
    to: 'confirmed',
    staff: {
      from: ['assigned', 'en_route'],
      button: 'Save engineer',
      done: 'Assigned.',
      past: 'unassigned the job',
    },
  },
  promise: {
    staff: {
      from: ['received', 'confirmed', 'assigned', 'en_route'],
      button: 'Confirm new time',
      done: 'New time saved. We’re telling the customer.',
    },
  },
  en_route: {
    to: 'en_route',
    staff: { from: ['assigned'], button: 'On the way', done: 'Saved: on the way.', past: 'marked the engineer as on the way' },
    engineer: { from: ['assigned'], button: 'I’m on my way', done: 'The customer knows you’re on your way.', past: 'set off' },
  },
  arrived: {
    to: 'arrived',
    // Staff who forgot to press 'On the way' can still record the arrival.
    staff: {
      from: ['assigned', 'en_route'],
      button: 'At the door',
      done: 'Saved: at the door.',
      past: 'marked the engineer as arrived',
    },
    engineer: { from: ['assigned', 'en_route'], button: 'I’ve arrived', done: 'Arrival saved.', past: 'arrived' },
  },
  completed: {
    to: 'completed',
    staff: { from: ['arrived'], button: 'Done', done: 'Closed: done.', past: 'closed the job as done' },
    engineer: { from: ['arrived'], button: 'Job finished', done: 'Finished.', past: 'finished the job' },
  },
  made_safe: {
    to: 'completed',
    staff: {
      from: ['arrived'],
      button: 'Made safe, repair to follow',
      done: 'Closed: made safe.',
      past: 'closed the job as made safe, with the repair to follow',
    },
    engineer: {
      from: ['arrived'],
      button: 'Made safe, needs a return visit',
      done: 'Saved: made safe.',
      past: 'made it safe, with the repair to follow',
    },
  },
  no_access: {
    to: 'no_access',
    staff: {
      from: ['en_route', 'arrived'],
      button: 'No access',
      done: 'Closed: no access.',
      past: 'closed the job: no access',
    },
    engineer: { from: ['arrived'], button: 'No access', done: 'Saved: no access.', past: 'couldn’t get in' },
  },
  another_time: {
    to: 'assigned',
    engineer: {
      from: ['arrived'],
      button: 'Save the new time',
      done: 'New time saved. We’re telling the customer.',
      past: 'couldn’t get in and agreed another time',
    },
  },
  cancel: {
    to: 'cancelled',
    customer: {
      from: ['awaiting_payment', 'received', 'confirmed', 'assigned', 'en_route'],
      button: 'Yes, cancel this booking',
      done: (email) => `Your booking is cancelled. We’ve emailed the details to ${email}.`,
      refused: { arrived: 'Your engineer has arrived. To stop the visit, tell them or call us: you’ll only pay for what’s been done.' },
    },
    staff: { from: openStatuses, button: 'Cancel booking', done: 'Cancelled. We’re telling the customer.' },
  },
  join: {
    to: 'cancelled',
    staff: {
      from: ['awaiting_payment', 'received', 'confirmed', 'assigned'],
      button: 'Close as a duplicate',
      done: 'Closed as a duplicate. The customer will get one email.',
    },
  },
  discard: {
    to: 'cancelled',
    staff: {
      from: ['awaiting_payment', 'received', 'confirmed', 'assigned'],
      button: 'It’s spam',
      done: 'Discarded as spam. We haven’t told anyone.',
      past: 'discarded it as spam',
    },
  },
  trust: {
    staff: {
      from: ['received'],
      button: 'Not spam',
      done: 'Marked as not spam.',
      past: 'marked it as not spam',
    },
  },
  reopen: {
    to: 'confirmed',
    staff: { from: ['completed', 'no_access', 'cancelled'], button: 'Reopen', done: 'Reopened. It’s waiting for an engineer.' },
  },
  edit: {
    staff: { from: openStatuses, done: 'Saved.' },
  },
  reschedule: {
    // The assigned engineer may not be free then: staff accept the new time again.
    to: 'received',
    customer: {
      from: ['received', 'confirmed', 'assigned'],
      button: 'Change the time',
      done: (email) => `Your visit has a new time. We’ve emailed it to ${email}.`,
      refused: {
        en_route: 'Your engineer is on the way, so the time can no longer be changed. You can cancel, or call us.',
        arrived: 'Your engineer has arrived. If something’s wrong, tell them or call us.',
      },
    },
  },
  pay: {
    // A payment for a booking that staff accepted unpaid doesn't change its status.
    to: 'received',
    payment: { from: ['awaiting_payment', 'expired'] },
  },
  expire: {
    to: 'expired',
    clock: { from: ['awaiting_payment'] },
  },
  retry: {
    to: 'awaiting_payment',
    customer: { from: ['awaiting_payment', 'expired'] },
  },
  escalate: {
    clock: { from: ['received', 'confirmed', 'assigned', 'en_route'] },
  },
  // No one ever confirmed it, and its time is long past: its personal data is erased.
  lapse: {
    to: 'cancelled',
    clock: { from: ['received'] },
  },
} as const satisfies Record<Step, StepFacts>

const allSteps: Readonly<Record<Step, StepFacts>> = steps

/** Returns a step's actors, statuses and texts. */
export const stepFacts = (step: Step): StepFacts => allSteps[step]

/** Returns true if a step is allowed at a status: used for buttons and in verbs. */
export const mayTake = (taker: Taker, step: Step, status: BookingStatus): boolean => stepFacts(step)[taker]?.from.includes(status) ?? false

const stepNames = Object.keys(steps) as Step[]

/** The steps open to staff at a status, in the usual order. */
export const staffSteps = (status: BookingStatus): Step[] => stepNames.filter((step) => mayTake('staff', step, status))

/** The steps of a visit, which staff and engineers take with one button each. */
export const visitSteps = ['en_route', 'arrived', 'completed', 'made_safe', 'no_access'] as const satisfies readonly Step[]
export type VisitStep = (typeof visitSteps)[number]

/** The steps open to an engineer on their own job at a status, in the usual order. */
export const engineerSteps = (status: BookingStatus): VisitStep[] => visitSteps.filter((step) => mayTake('engineer', step, status))

/** The confirmation that staff read after each step. */
export const staffDone: Readonly<Record<string, string>> = Object.fromEntries(
  stepNames.flatMap((step) => {
    const done = stepFacts(step).staff?.done
    return done ? [[step, done]] : []
  }),
)
