import { billingTerms } from './fees.ts'
import { lateCredit, type PriceList } from './price-list.ts'
import { boilerResponseMinutes, firstVisitFixPercent, guaranteeMonths, insured, refundDays } from './stated.ts'

/** The boiler repair page. Its facts about boilers are common trade knowledge; makes and codes differ. */

/** Stated by the owner. */
export const boilerResponse = `Our target: average ${boilerResponseMinutes} minutes`

export const boilerPoints = [
  boilerResponse,
  'Gas Safe registered: ask to see the card',
  'Combi, system and back boilers, and hot water cylinders',
  'A price before we start work',
  `${guaranteeMonths}-month guarantee on our work`,
] as const

/** The six emergencies, with checks for the reader and our engineer's work. */
export const boilerEmergencies = [
  {
    id: 'no-heat',
    title: 'No heating or hot water',
    check: 'Check the power and the thermostat, and that other gas appliances work. Reset the boiler once only.',
    repair: 'We test the ignition, fan, valves, pump and sensors in turn, and fix whatever fails.',
  },
  {
    id: 'leaking',
    title: 'Boiler leaking',
    check:
      'Switch it off at its wall switch and put a bowl under it. If the water doesn’t stop, turn off the stopcock. Keep away from wet electrics.',
    repair: 'It’s usually a pump seal, the heat exchanger or a leaking relief valve. We replace it, then refill the system with inhibitor.',
  },
  {
    id: 'noises',
    title: 'Strange noises',
    check:
      'If it bangs or rumbles like a kettle, turn the heating off and let it cool. Gurgling may just mean the radiators need bleeding.',
    repair: 'It’s usually sludge, scale, a worn pump or trapped air. We’ll tell you which before recommending a flush.',
  },
  {
    id: 'error-codes',
    title: 'Error codes',
    check: 'Write the code down and look it up in the manual. Reset once. If it comes back, leave the boiler off.',
    repair: 'A code only points to a symptom. We test what’s behind it, so we never replace parts by guesswork.',
  },
  {
    id: 'low-pressure',
    title: 'Low pressure',
    check:
      'When the system’s cold, the pressure should be 1 to 1.5 bar. You can top it up using the filling loop; remember to close it afterwards.',
    repair: 'If it keeps dropping, it’s a leak or a flat expansion vessel. We’ll find out which and fix it.',
  },
] as const

/** The sixth is for the gas network first, never for us. */
export const gasSmell = {
  title: 'Smell of gas',
  text: 'Don’t book and don’t touch any switches. Open windows, go outside and call the National Gas Emergency Service, free, day or night.',
} as const

export const whyChooseUs = (prices: PriceList) =>
  [
    {
      id: 'gas-safe',
      title: 'Gas Safe registered engineers',
      text: 'No one else works on your boiler. Their card shows which appliances they can work on.',
    },
    {
      id: 'price',
      title: 'A price before we start',
      text: `The call-out includes ${billingTerms.includedMinutes} minutes of work. Parts are charged at cost plus ${billingTerms.materialsMarkupPercent}%. VAT is included, and you agree the price first.`,
    },
    {
      id: 'first-visit',
      title: `${firstVisitFixPercent}% fixed on the first visit`,
      text: 'If we have to order a part, we’ll make the boiler safe and won’t charge for a second call-out.',
    },
    {
      id: 'guarantee',
      title: `Guaranteed for ${guaranteeMonths} months`,
      text: `If our repair fails, we’ll come back and put it right free of charge. ${lateCredit(prices)} off if we miss your arrival window.`,
    },
  ] as const

export const boilerTrust = [
  { id: 'response', figure: `${boilerResponseMinutes} min`, text: 'our target for boiler calls, on average' },
  {
    id: 'liability',
    figure: insured.publicLiability,
    text: `public liability insurance, plus ${insured.indemnity} indemnity and ${insured.employersLiability} employer liability`,
  },
  { id: 'refund', figure: `${refundDays} days`, text: 'to ask for a full refund if you’re not satisfied' },
] as const

export const boilerQuestions = [
  {
    question: 'My condensate pipe has frozen. Can I thaw it myself?',
    answer:
      'Yes, if you can reach it from the ground. Pour warm (not boiling) water along the thin plastic pipe outside, then reset the boiler once. If it freezes every winter, have it insulated or replaced with a wider one.',
  },
  {
    question: 'Can you repair a boiler in a rented flat?',
    answer:
      'Yes, with your landlord’s or agent’s permission. Call them first: heating and hot water repairs are usually their responsibility.',
  },
  {
    question: 'What if you can’t fix it tonight?',
    answer:
      'We’ll make it safe, tell you what’s wrong and what it will cost, and give you the name of the part. An electric heater and a kettle will get you through the night. We won’t try to sell you a new boiler at 2am.',
  },
] as const
