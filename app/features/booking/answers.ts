import { isolated } from '#app/platform/bidi-text.ts'
import { type Read, readDate, readEmail, readName, readPhone, textReader } from '#app/platform/fields.ts'
import { plainCode, sanitise, sanitiseAddress, sanitiseLine } from '#app/platform/sanitise.ts'
import { spokenTime } from '#app/platform/spoken-time.ts'
import { addDays, type LondonDay } from '#app/values/day.ts'
import { emergencyTypes } from '#content/emergency-types.ts'

/* The form's questions and how answers are read: the same on the server and in the browser, so without Zod and time zones, which are larger
   than the whole form. schema.ts makes the operation's schema from it. */

export const serviceLevels = ['standard', 'redline'] as const
export type ServiceLevel = (typeof serviceLevels)[number]

/** The fields filled in in steps 2 and 3, as named to the visitor. */
export type TypedField =
  | 'name'
  | 'phone'
  | 'email'
  | 'service'
  | 'description'
  | 'postcode'
  | 'borough'
  | 'preferredDate'
  | 'timeSlot'
  | 'address'
  | 'accessNotes'
  | 'siteContact'
/** Boxes to tick: an answer is 'yes', or absent. */
const tickFields = ['vulnerableOccupant', 'startAsked', 'forBusiness'] as const
export type FieldName = TypedField | 'serviceLevel' | 'contactBy' | (typeof tickFields)[number]
export type FieldProblems = Partial<Record<FieldName, string>>

/** The visitor's answers so far, valid or not: none is ever lost. */
export type Answers = Partial<Record<FieldName, string>>

const typeNames = new Set<string>(emergencyTypes.map((type) => type.name))

function readService(typed: string): Read {
  const value = sanitiseLine(typed.slice(0, 200))
  return typeNames.has(value) ? { value } : { problem: 'Please select an emergency type' }
}

const readDayIfAny = (typed: string): Read => (plainCode(typed.slice(0, 200)) === '' ? { value: '' } : readDate(typed))

const readers: Record<TypedField, (typed: string) => Read> = {
  name: readName,
  phone: readPhone,
  email: readEmail,
  service: readService,
  description: textReader('Description', { max: 1000, clean: sanitise }),
  postcode: textReader('Postcode', { max: 200 }),
  borough: textReader('Borough', { max: 200 }),
  preferredDate: readDayIfAny,
  timeSlot: textReader('Arrival slot', { max: 200 }),
  address: textReader('Address', { max: 200, clean: sanitiseAddress }),
  accessNotes: textReader('How to get in', { max: 200 }),
  siteContact: textReader('Who will let us in', { max: 200 }),
}

/** Every field of the form by its name. */
export const fieldNames = ['serviceLevel', 'contactBy', ...tickFields, ...Object.keys(readers)] as readonly FieldName[]

/** The answers that change the server's offer. */
export const optionFields = ['serviceLevel', 'service', 'postcode', 'borough', 'preferredDate', 'timeSlot'] as const

export const isTypedField = (name: string): name is TypedField => name in readers

/** Reads one answer: sanitised, trimmed and normalised, or the text about its problem. */
export const readAnswer = (field: TypedField, typed: string): Read => readers[field](typed)

/** The emergency type that was chosen, if any. */
export const emergencyTypeOf = (answers: Answers): (typeof emergencyTypes)[number] | undefined =>
  emergencyTypes.find(({ name }) => name === answers.service)

// --- The form's steps ---

export const steps = ['Service Level', 'Contact Details', 'Emergency Details', 'Review & Submit'] as const
export type Step = 1 | 2 | 3 | 4

/** The postcode comes first: it decides coverage, price and arrival time. */
const stepFields: Record<Step, readonly TypedField[]> = {
  1: ['postcode', 'borough'],
  2: ['name', 'phone', 'email'],
  3: ['service', 'description', 'preferredDate', 'timeSlot', 'address', 'accessNotes', 'siteContact'],
  4: [],
}

/** Returns the problems with the answers of a step, each checked alone; only the server knows if a slot is still free. */
export function answerProblems(step: Step, answers: Answers): FieldProblems {
  const problems: FieldProblems = {}
  for (const field of stepFields[step]) {
    const read = readAnswer(field, answers[field] ?? '')
    if ('problem' in read) problems[field] = read.problem
  }
  if (step === 1 && !serviceLevels.some((level) => level === answers.serviceLevel)) problems.serviceLevel = 'Please choose a service level'
  return problems
}

/** The step that asks for a field. */
export function stepOf(field: string): Step {
  if (field === 'serviceLevel') return 1
  if (field === 'contactBy') return 2
  if (field === 'startAsked' || field === 'forBusiness') return 4
  return ([1, 2] as const).find((step) => stepFields[step].some((each) => each === field)) ?? 3
}

/** The level chosen so far; standard by default. */
export const levelOf = (answers: Answers): ServiceLevel => (answers.serviceLevel === 'redline' ? 'redline' : 'standard')

/** The ways to hear from us that a customer may choose. */
export const contactWays = { both: 'Text and email', text: 'Text', email: 'Email' } as const
type ContactBy = keyof typeof contactWays

/** The way chosen so far; both by default. */
export const contactByOf = ({ contactBy }: { contactBy?: string }): ContactBy =>
  contactBy === 'text' || contactBy === 'email' ? contactBy : 'both'

// --- Slots, as the form shows them ---

/** Value of the slot field for 'as soon as possible'. */
export const asapSlot = 'ASAP'
export const furthestDays = 365

/** Returns the answers with 'as soon as possible' today kept without its date, so it still means now after midnight. */
export function withoutToday(answers: Answers, today: LondonDay | undefined): Answers {
  if (answers.timeSlot !== asapSlot || answers.preferredDate !== today) return answers
  const { preferredDate: _today, ...others } = answers
  return others
}

/** The boxes of a step: one that a form of the step doesn't have isn't ticked. */
export const ticksOf = (step: Step): readonly FieldName[] => tickFields.filter((field) => stepOf(field) === step)

/** Returns true for a visit that isn't urgent: at a slot, or on a later day. `today`: as far as it is known. */
export const isBookedAhead = (answers: Answers, today: LondonDay = ''): boolean =>
  levelOf(answers) === 'standard' && ((answers.timeSlot || asapSlot) !== asapSlot || (answers.preferredDate ?? '') > today)

/** Returns the problem with a date: it must not be before the day it is chosen on, nor too far from today. Both are London days. */
export function dateProblem(day: LondonDay, chosenOn: LondonDay, today = chosenOn): string | undefined {
  if (day < chosenOn) return 'Preferred date cannot be before today'
  if (day > addDays(today, furthestDays)) return 'Please choose a date within the next 12 months'
  return undefined
}

/** An arrival slot, two hours long unless the owner has changed that. A day's slots from 00:00 to 08:00 are the small hours after it. */
export interface TimeSlot {
  /** Its value in the form and its text: '08:00 - 10:00', 'Tonight 02:00 - 04:00'. */
  text: string
  startsAt: string
  endsAt: string
  /** Starts at least 1.5 hours from now, and an engineer is free. */
  available: boolean
  /** Why it can't be chosen although it isn't too late: 'Full', 'Paused'. */
  closed?: string
  /** Starts between 20:00 and 07:59: a label, without effect on the price. */
  premium: boolean
  /** In the small hours of today, which belong to yesterday. */
  tonight: boolean
  /** In the small hours after the day. */
  afterMidnight: boolean
}

// --- In words ---

/** A slot as people say it: '4pm to 6pm', 'Tonight 2am to 4am'. */
export const slotText = (slot: string): string => slot.replace(/\d\d:00/g, spokenTime).replace(' - ', ' to ')

/** Returns the name of a service level for visitors. */
export const serviceLevelText = (level: ServiceLevel): string => (level === 'redline' ? 'Red Line Response' : 'Standard')

/** Shown before paying for a Red Line slot that isn't held. */
export const notHeldText =
  'We can’t hold a slot for you, so the next one goes to the first customer to pay. If none is left when your payment reaches us, we’ll refund all of it automatically.'

/** The address as one line, or that we will ask for it. */
export function placeText(place: { address: string; postcode: string; borough: string | null }): string {
  const known = [isolated(place.address), place.postcode, place.borough].filter((part) => part)
  return known.length > 0 ? known.join(', ') : 'We’ll ask when we call'
}
