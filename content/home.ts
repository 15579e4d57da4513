/** What the home page says. Examples are made up and marked so where they are shown. */

/** What we promise to everybody (specification 1 section 1; 2 section 9, guarantees). */
export const promises = [
  { id: 'response', figure: '60 min', text: 'or less to your door' },
  { id: 'first-visit', figure: '96%', text: 'fixed on the first visit; if not, we come back free' },
  { id: 'guarantee', figure: '12 months', text: 'guarantee on the work' },
  { id: 'late', figure: '£50', text: 'off if we miss the arrival window' },
  { id: 'insurance', figure: '£2M', text: 'public liability insurance' },
  { id: 'refund', figure: '7 days', text: 'to ask for a full refund if you are not satisfied' },
] as const

export const serviceFacts = [
  { id: 'open', figure: '24/7', text: 'a person answers, on bank holidays too' },
  { id: 'boroughs', figure: '30', text: 'boroughs, priced by postcode before you book' },
  { id: 'red-line', figure: '15 min', text: 'to dispatch with Red Line, five slots a day' },
] as const

/** One job and its bill, by the rate card. */
export const exampleJob = {
  title: 'A Tuesday morning in Bethnal Green',
  steps: [
    { id: 'call', time: '08:12', text: 'A brown patch on the kitchen ceiling, and it drips. Booked online.' },
    { id: 'ring', time: '08:17', text: 'The desk rings: stopcock under the sink, turned off together on the phone.' },
    { id: 'door', time: '08:55', text: 'At the door. A joint of the bath upstairs has let go. More than the estimate is agreed first.' },
    { id: 'done', time: '09:40', text: 'New joint, pressure tested for ten minutes, ceiling drained through one small hole.' },
  ],
  bill: [
    { label: 'Call-out with the first 30 minutes, day rate', figure: '£119.00' },
    { label: 'One more 30-minute interval', figure: '£70.00' },
    { label: 'Joint, olive, tape: £6.40 plus 25%', figure: '£8.00' },
    { label: 'Parking, at cost', figure: '£3.60' },
  ],
  total: '£200.60',
} as const

/** The kinds of places we work for. */
export const customers = [
  { kind: 'terrace', title: 'Homes', text: 'Victorian terraces and their lead-era pipework' },
  { kind: 'flats', title: 'Flats and estates', text: 'Shared stacks, risers and a caretaker to call' },
  { kind: 'office', title: 'Offices', text: 'Out of hours, with permits and sign-in sheets' },
  { kind: 'shop', title: 'Shops and kitchens', text: 'Grease, opening hours and an inspector tomorrow' },
] as const

export const questions = [
  {
    id: 'how-fast',
    question: 'How fast can somebody be here?',
    answer:
      'A standard visit as soon as possible comes within 90 minutes; the form shows the window, and you get £50 off if we miss it. Red Line is dispatched within 15 minutes and at the door 15 to 30 minutes after booking.',
  },
  {
    id: 'call-out',
    question: 'Is there a call-out fee?',
    answer:
      'No call-out fee beyond the published one, which includes the first 30 minutes of work: £119 on weekdays from 8AM to 6PM, £149 evenings and Saturdays, £189 at night, on Sundays and bank holidays. VAT is included.',
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
