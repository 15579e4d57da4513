import { billingTerms, redlineDispatchMinutes } from './fees.ts'
import { poundsText } from './money.ts'
import { lateCredit, type PriceList } from './price-list.ts'
import { bookingSeconds, firstVisitFixPercent, guaranteeMonths, insured, inWords, refundDays } from './stated.ts'

/** Texts of the home page. Examples are made up and marked so where they are shown. */

const { includedMinutes } = billingTerms

/** Our promises to everyone. */
export const promises = (prices: PriceList) =>
  [
    { id: 'response', figure: `${bookingSeconds} sec`, text: 'to book, with time and price shown first' },
    { id: 'first-visit', figure: `${firstVisitFixPercent}%`, text: 'fixed on the first visit' },
    { id: 'guarantee', figure: `${guaranteeMonths} months`, text: 'guarantee on the work' },
    { id: 'late', figure: lateCredit(prices), text: 'off if we miss your arrival window' },
    { id: 'insurance', figure: insured.publicLiability, text: 'public liability insurance' },
    { id: 'refund', figure: `${refundDays} days`, text: 'to ask for a full refund' },
  ] as const

export const serviceFacts = ({ redlineSlotsPerDay }: PriceList) =>
  `With Red Line, an engineer sets off within ${redlineDispatchMinutes} minutes: ${inWords(redlineSlotsPerDay)} slots a day.`

/** One job; its bill is worked out by the bill's own rule. */
export const exampleJob = {
  title: 'A Tuesday morning in Bethnal Green',
  service: 'Leak Repair',
  borough: 'Tower Hamlets',
  visit: { arrivedAt: '2026-11-24T08:55:00.000Z', minutesOnSite: 85, parts: [{ quantity: 1, costPence: 640 }], parkingPence: 360 },
  steps: [
    { id: 'call', text: 'A brown patch on her kitchen ceiling starts to drip. She books online and sees her price cap first.' },
    { id: 'ring', text: 'We call and talk her through turning off the stopcock.' },
    { id: 'door', text: 'A joint under the bath upstairs has failed, and it’s hard to reach.' },
    {
      id: 'done',
      text: 'New joint, pressure tested, ceiling drained through one small hole. It took longer than usual, but the price cap still applies.',
    },
  ],
} as const

export const stepsOfAJob = [
  { id: 'way', name: 'On the way.', text: 'Your private link shows who’s coming and when. Use it to change the time or cancel.' },
  { id: 'door', name: 'At your door.', text: 'Ask to see the Gas Safe card if it’s gas work.' },
  {
    id: 'price',
    name: 'Your price is capped.',
    text: 'You’ll only pay more if you agree to extra work first. Parking and the Congestion Charge are added at cost.',
  },
  { id: 'after', name: 'Afterwards.', text: 'An itemised bill, and our guarantee on the work.' },
] as const

/** The kinds of places we work for. */
export const customers = [
  { kind: 'terrace', title: 'Homes', text: 'Victorian terraces with old lead pipework' },
  { kind: 'flats', title: 'Flats and estates', text: 'Shared stacks and risers, and a caretaker to track down' },
  { kind: 'office', title: 'Offices', text: 'Out of hours, with permits and sign-in sheets' },
  { kind: 'shop', title: 'Shops and kitchens', text: 'Grease, opening hours and hygiene inspections' },
] as const

export const questions = (prices: PriceList) =>
  [
    {
      id: 'how-fast',
      question: 'How quickly can you get here?',
      answer: `You’ll see your arrival time before you book, and you get ${lateCredit(prices)} off if we miss it. Red Line is faster.`,
    },
    {
      id: 'call-out',
      question: 'Is there a call-out fee?',
      answer: `Yes, from ${poundsText(prices.rateTiers[0].calloutPence)}, depending on the time. It includes VAT and the first ${includedMinutes} minutes of work. There’s no other call-out fee.`,
    },
    {
      id: 'estimate',
      question: 'Can the bill be higher than the price cap?',
      answer:
        'Only if you agree to extra work first. Parking and the Congestion Charge are added at cost. The price cap you see when you book includes any Red Line fee.',
    },
    {
      id: 'gas-safe',
      question: 'Are your engineers Gas Safe registered?',
      answer:
        'Yes, all our engineers who work on gas are. Ask to see their card at the door: you can check its number at GasSafeRegister.co.uk.',
    },
  ] as const
