import { lateCredit, type PriceList } from './price-list.ts'
import { billingTerms } from './rates.ts'
import { boilerResponseMinutes, firstVisitFixPercent, guaranteeMonths, insured, refundDays } from './stated.ts'

/** The boiler repair page. What is said of boilers is common trade knowledge; makes and codes differ. */

/** Stated by the owner. */
export const boilerResponse = `Our target: average ${boilerResponseMinutes} minutes`

export const boilerPoints = [
  `${boilerResponse} to set off`,
  'Gas Safe registered: ask for the card, check the number',
  'Gas, combi, system and back boilers, and the cylinders they heat',
  'The price before any part is touched',
  `${guaranteeMonths}-month guarantee on the work`,
] as const

/** The six emergencies, with what anybody may check and what is ours. */
export const boilerEmergencies = [
  {
    id: 'no-heat',
    title: 'No heating or hot water',
    check: 'Is the power on, the gas on at other appliances, the thermostat above room temperature? Reset once, no more.',
    repair: 'We test ignition, fan, valves, pump and sensors in that order, and mend what fails the test.',
  },
  {
    id: 'leaking',
    title: 'Boiler leaking',
    check: 'Switch it off at the spur, put a bowl under it, shut the stopcock if the water does not stop. Keep away from wet electrics.',
    repair: 'Pump seals, plate heat exchangers, relief valves that pass: found, replaced, and the system refilled and inhibited.',
  },
  {
    id: 'noises',
    title: 'Strange noises',
    check: 'A kettle’s rumble or bangs: turn the heating off and let it cool. Gurgling may only want the radiators bled.',
    repair: 'Sludge, scale, a tired pump or trapped air. We say which before we sell you a flush.',
  },
  {
    id: 'error-codes',
    title: 'Error codes',
    check: 'Write the code down and look it up in the manual under the boiler. Reset once; if it comes back, leave it off.',
    repair: 'A code names a symptom. We measure what it points at, so that no part is changed on a guess.',
  },
  {
    id: 'low-pressure',
    title: 'Low pressure',
    check: 'Cold, the gauge should stand between 1 and 1.5 bar. You may top up by the filling loop, and must close it again.',
    repair: 'Pressure that keeps falling is a leak or a flat expansion vessel. We find which, recharge or replace, and set it.',
  },
] as const

/** The sixth is never ours first. */
export const gasSmell = {
  title: 'Smell of gas',
  text: 'Do not book and do not touch a switch. Open windows, go outside and ring the National Gas Emergency Service, free, day and night.',
} as const

export const whyChooseUs = (prices: PriceList) =>
  [
    {
      id: 'gas-safe',
      title: 'A registered pair of hands',
      text: 'Only Gas Safe registered engineers work on your boiler. The card says which kinds of appliance its holder may touch.',
    },
    {
      id: 'price',
      title: 'The price first',
      text: `Call-out with ${billingTerms.includedMinutes} minutes of work by the rate card, parts at cost plus ${billingTerms.materialsMarkupPercent}%, VAT included. You agree before we start.`,
    },
    {
      id: 'first-visit',
      title: `${firstVisitFixPercent}% fixed on the first visit`,
      text: 'If a part has to be ordered we make the boiler safe, and the second visit has no new call-out.',
    },
    {
      id: 'guarantee',
      title: `Guaranteed for ${guaranteeMonths} months`,
      text: `Should our repair fail, we come back and put it right. ${lateCredit(prices)} off if we miss the arrival window.`,
    },
  ] as const

export const boilerTrust = [
  { id: 'response', figure: `${boilerResponseMinutes} min`, text: 'is our target for the average response to a boiler call' },
  {
    id: 'liability',
    figure: insured.publicLiability,
    text: `public liability insurance, ${insured.indemnity} indemnity, ${insured.employersLiability} employer liability`,
  },
  { id: 'refund', figure: `${refundDays} days`, text: 'to ask for your money back if you are not satisfied' },
] as const

export const boilerQuestions = [
  {
    question: 'The condensate pipe has frozen. Can I thaw it myself?',
    answer:
      'If you can reach it from the ground: pour warm water, not boiling, along the thin plastic pipe that leads outside, then reset once. A pipe that freezes every winter wants insulating or a wider run.',
  },
  {
    question: 'Can you repair a boiler in a rented flat?',
    answer:
      'Yes, with the landlord’s or agent’s word. Tenants should ring them first: repairs to heating and hot water are usually theirs to order and to pay.',
  },
  {
    question: 'What if it cannot be mended tonight?',
    answer:
      'We make it safe, tell you what is wrong and what it will cost, and leave you the part’s name. Electric heaters and a kettle bridge a night; we do not push a new boiler on anybody at 2 am.',
  },
] as const
