import { boroughNames } from './borough-names.ts'
import { exactPoundsText } from './money.ts'
import { lateCredit, type PriceList } from './price-list.ts'
import { billingTerms, redlineDispatchMinutes, redlineSlotsPerDay } from './rates.ts'
import {
  firstVisitFixPercent,
  guaranteeMonths,
  insured,
  inWords,
  nextVisitMinutes,
  openAlways,
  redlineArrivalMinutes,
  refundDays,
  responseMinutes,
} from './stated.ts'

/** What the home page says. Examples are made up and marked so where they are shown. */

const { includedMinutes, intervalMinutes, materialsMarkupPercent } = billingTerms

/** What we promise to everybody. */
export const promises = (prices: PriceList) =>
  [
    { id: 'response', figure: `${responseMinutes} min`, text: 'or less to your door' },
    { id: 'first-visit', figure: `${firstVisitFixPercent}%`, text: 'fixed on the first visit; if not, we come back free' },
    { id: 'guarantee', figure: `${guaranteeMonths} months`, text: 'guarantee on the work' },
    { id: 'late', figure: lateCredit(prices), text: 'off if we miss the arrival window' },
    { id: 'insurance', figure: insured.publicLiability, text: 'public liability insurance' },
    { id: 'refund', figure: `${refundDays} days`, text: 'to ask for a full refund if you are not satisfied' },
  ] as const

export const serviceFacts = [
  { id: 'open', figure: openAlways, text: 'a person answers, on bank holidays too' },
  { id: 'boroughs', figure: String(boroughNames.length), text: 'boroughs, priced by postcode before you book' },
  {
    id: 'red-line',
    figure: `${redlineDispatchMinutes} min`,
    text: `to dispatch with Red Line, ${inWords(redlineSlotsPerDay)} slots a day`,
  },
] as const

const examplePartsPence = 640
const exampleBill = ({ rateTiers: [day] }: PriceList) => ({
  callout: day.calloutPence,
  interval: (day.quarterHourPence * intervalMinutes) / 15,
  materials: (examplePartsPence * (100 + materialsMarkupPercent)) / 100,
  parking: 360,
})

/** One job and its bill, by the rate card. */
export const exampleJob = {
  title: 'A Tuesday morning in Bethnal Green',
  steps: [
    { id: 'call', time: '08:12', text: 'A brown patch on the kitchen ceiling, and it drips. Booked online.' },
    { id: 'ring', time: '08:17', text: 'The desk rings: the stopcock under the sink is turned off.' },
    { id: 'door', time: '08:55', text: 'At the door. A joint of the bath upstairs has let go. More than the estimate is agreed first.' },
    { id: 'done', time: '09:40', text: 'New joint, pressure tested for ten minutes, ceiling drained through one small hole.' },
  ],
  bill: (prices: PriceList) => [
    { label: `Call-out with the first ${includedMinutes} minutes, day rate`, figure: exactPoundsText(exampleBill(prices).callout) },
    { label: `One more ${intervalMinutes}-minute interval`, figure: exactPoundsText(exampleBill(prices).interval) },
    {
      label: `Joint, olive, tape: ${exactPoundsText(examplePartsPence)} plus ${materialsMarkupPercent}%`,
      figure: exactPoundsText(exampleBill(prices).materials),
    },
    { label: 'Parking, at cost', figure: exactPoundsText(exampleBill(prices).parking) },
  ],
  total: (prices: PriceList) => exactPoundsText(Object.values(exampleBill(prices)).reduce((sum, pence) => sum + pence, 0)),
} as const

/** The kinds of places we work for. */
export const customers = [
  { kind: 'terrace', title: 'Homes', text: 'Victorian terraces and their lead-era pipework' },
  { kind: 'flats', title: 'Flats and estates', text: 'Shared stacks, risers and a caretaker to call' },
  { kind: 'office', title: 'Offices', text: 'Out of hours, with permits and sign-in sheets' },
  { kind: 'shop', title: 'Shops and kitchens', text: 'Grease, opening hours and an inspector tomorrow' },
] as const

export const questions = (prices: PriceList) =>
  [
    {
      id: 'how-fast',
      question: 'How fast can somebody be here?',
      answer: `A standard visit as soon as possible comes within ${nextVisitMinutes} minutes; the form shows the window, and you get ${lateCredit(prices)} off if we miss it. Red Line is dispatched within ${redlineDispatchMinutes} minutes and at the door ${redlineArrivalMinutes.from} to ${redlineArrivalMinutes.until} minutes after booking.`,
    },
    {
      id: 'call-out',
      question: 'Is there a call-out fee?',
      answer: `No call-out fee beyond the published one, which includes VAT and the first ${includedMinutes} minutes of work.`,
    },
    {
      id: 'estimate',
      question: 'Can the bill be higher than the estimate?',
      answer: 'Only if you agree to more work first. Parking, the congestion charge and a Red Line fee come on top.',
    },
    {
      id: 'gas-safe',
      question: 'Are your engineers Gas Safe registered?',
      answer:
        'Yes, for gas work. Ask for the card at the door: the number on it can be checked at GasSafeRegister.co.uk or on 0800 408 5500.',
    },
  ] as const
