import { z } from 'zod'
import { locate } from '#app/features/areas/locate.ts'
import { addressesWhileTyping, districtFor } from '#app/features/areas/postcode-lookups.server.ts'
import {
  type Answers,
  asapSlot,
  type FieldProblems,
  furthestDays,
  levelOf,
  readAnswer,
  type ServiceLevel,
  type Step,
} from '#app/features/booking/answers.ts'
import {
  type Arrival,
  arrivalFor,
  asapWindow,
  redlineArrivalText,
  redlineWindow,
  spokenArrival,
} from '#app/features/capacity/arrival-window.ts'
import { goneText } from '#app/features/capacity/next-arrival.ts'
import { pausedText, pauseEndText } from '#app/features/capacity/online-pause.ts'
import { readNextArrivals, readRedline } from '#app/features/capacity/read-next-available.server.ts'
import { readSlots } from '#app/features/capacity/take-place.server.ts'
import { calloutAt, offerFor } from '#app/features/pricing/applied-offer.ts'
import { supplementAt } from '#app/features/pricing/supplement.ts'
import type { Refusal } from '#app/platform/errors.ts'
import { londonDay, spokenTimeAt } from '#app/platform/london.ts'
import { readOnlinePause } from '#app/platform/online-pause.ts'
import type { Services } from '#app/platform/services.ts'
import { addDays, isDay } from '#app/values/day.ts'
import type { ArrivalWindows } from '#content/slot-hours.ts'
import { firstOpenStep } from './booking-form/form-steps.ts'
import type { Draft } from './drafts.server.ts'
import { alertOf, type FormOptions, type FormView } from './form-view.ts'
import type { Changing } from './step-moves.ts'

const redlinePaused = 'Online booking is paused. Call us'
const redlineUnstaffed = 'No engineer is free within 15 minutes. Call us to find out how soon we can be there'

interface Situation {
  draft: Draft
  step: Step
  changing?: Changing
  /** The draft's row has all of its answers. */
  isKept?: boolean
  problems?: FieldProblems
  refusal?: Refusal
  /** The arrival time on the visitor's last page: an instant. */
  shownUntil?: string | null
  /** The visitor's, for the limit of look-ups. */
  clientKey: string
}

/** The view of a step, or of the first incomplete step before it. */
export async function readFormView(
  services: Services,
  { draft, step, changing, isKept = true, problems = {}, refusal, shownUntil, clientKey }: Situation,
): Promise<FormView> {
  const { answers } = draft
  // Change may open a step after incomplete ones, as may a problem in the emergency chosen before the form began.
  const isAhead = changing !== undefined || Object.keys(problems).length > 0
  const options = await readFormOptions(services, answers, await districtFor(services, answers.postcode))
  const shownStep = Math.min(step, isAhead ? 3 : firstOpenStep(answers, services.clock.now())) as Step
  const postcode = options.place?.postcode ?? ''
  const addresses = shownStep === 3 ? await addressesWhileTyping(services, clientKey, postcode) : []
  return {
    step: shownStep,
    draftId: draft.id,
    isKept,
    changing,
    answers,
    problems,
    alert: refusal && alertOf(refusal),
    options,
    ...(addresses.length > 0 && { addresses: { postcode, all: addresses } }),
    gone: isAsSoonAsPossible(answers) ? goneSince(shownUntil, options) : undefined,
  }
}

const isAsSoonAsPossible = (answers: Answers) => levelOf(answers) === 'standard' && (answers.timeSlot ?? asapSlot) === asapSlot

/** Returns the text about a displayed time that is gone; undefined if it can still be promised, or if the page showed none. */
function goneSince(shownUntil: string | null | undefined, { next }: FormOptions): string | undefined {
  const until = shownUntil && z.iso.datetime().safeParse(shownUntil).data
  return until ? goneText({ until, by: spokenTimeAt(until) }, next) : undefined
}

/**
 * The free slots, the result of the answers, and the arrival time. Never refuses, whether the answers are valid or not. `district`: the
 * exact one of the postcode, if a look-up service returned it. `near`: the outward code of the page's own place, until a postcode is typed.
 */
export async function readFormOptions(services: Services, answers: Answers & { near?: string }, district?: string): Promise<FormOptions> {
  const now = services.clock.now()
  const { prices, boroughs, windows } = services.published.current()
  const job = { service: answers.service ?? '', postcode: answers.postcode || answers.near || '' }
  const {
    plan,
    next: [next = null],
  } = await readNextArrivals(services.db, now, windows, [job])
  const aheadMinutes = next?.minutes ?? null
  const today = londonDay(now)
  const chosen = answers.preferredDate ?? ''
  const day = isDay(chosen) && chosen >= today && chosen <= addDays(today, furthestDays) ? chosen : today
  const pause = await readOnlinePause(services.db, now)
  const redline = await readRedline(services.db, now, { plan })
  const asap = asapWindow(now, aheadMinutes ?? undefined, windows)
  const arrivalAt = (serviceLevel: ServiceLevel) => arrivalOf({ ...answers, serviceLevel }, now, aheadMinutes, windows)
  const ratesAt = (serviceLevel: ServiceLevel) => {
    const wanted = arrivalAt(serviceLevel) ?? { ...asap, preferredDate: day }
    return {
      offer: offerFor(prices, { service: answers.service, bookedAt: now, arrival: wanted }),
      supplement: supplementAt(prices, wanted.promisedFrom),
      calloutPence: calloutAt(prices, wanted.promisedFrom),
    }
  }
  const arrival = arrivalAt(levelOf(answers))
  const [postcode, borough] = [readOrEmpty('postcode', answers), readOrEmpty('borough', answers)]
  return {
    at: now.toISOString(),
    slotsLeft: redline.left,
    ...(redline.closed && { redlineClosed: redline.closed === 'paused' ? redlinePaused : redlineUnstaffed }),
    next,
    ...(pause && { paused: { until: pause.until, text: pausedText(pause, now) } }),
    nextAvailableMinutes: aheadMinutes,
    today,
    day,
    slots: (await readSlots(services.db, day, now, job)).map((slot) =>
      pause && slot.available ? { ...slot, available: false, closed: 'Paused' } : slot,
    ),
    place: postcode || borough ? locate(postcode, borough, district, boroughs) : undefined,
    rates: { standard: ratesAt('standard'), redline: ratesAt('redline') },
    redlineBy: spokenTimeAt(redlineWindow(now).promisedUntil),
    asap: pause
      ? `By phone only until ${pauseEndText(pause.until, now)}`
      : aheadMinutes === null
        ? 'By phone only: no engineer is free in the next 12 hours'
        : // In the short form of a slot: with 'between', tomorrow's times take a line more than the words they replace.
          spokenArrival({ ...asap, slotStartsAt: asap.promisedFrom }, now),
    ...(arrival && { arrival: arrivalText(answers, arrival, now) }),
  }
}

const arrivalText = (answers: Answers, arrival: Arrival, now: Date): string =>
  levelOf(answers) === 'redline' ? redlineArrivalText : spokenArrival(arrival, now)

function arrivalOf(answers: Answers, now: Date, aheadMinutes: number | null, windows: ArrivalWindows): Arrival | undefined {
  const serviceLevel = levelOf(answers)
  const preferredDate = readOrEmpty('preferredDate', answers) || undefined
  const wish = { serviceLevel, preferredDate, timeSlot: readOrEmpty('timeSlot', answers), submittedAt: undefined }
  const when = arrivalFor(wish, now, aheadMinutes, windows)
  return 'arrival' in when ? when.arrival : undefined
}

function readOrEmpty(field: 'postcode' | 'borough' | 'preferredDate' | 'timeSlot', answers: Answers): string {
  const read = readAnswer(field, answers[field] ?? '')
  return 'value' in read ? read.value : ''
}
