/** The rate card, VAT included (specification 2 section 9). Prices change here and nowhere else. */
export const rateTiers = [
  { id: 'day', name: 'Day', hours: 'Mon-Fri 8AM-6PM', calloutPence: 11_900, quarterHourPence: 3_500 },
  { id: 'evening', name: 'Evening/Saturday', hours: 'Mon-Fri 6PM-10PM and Sat 8AM-6PM', calloutPence: 14_900, quarterHourPence: 4_200 },
  {
    id: 'night',
    name: 'Night/Sunday/Bank Holiday',
    hours: '10PM-8AM, Sun 8AM-10PM, bank holidays',
    calloutPence: 18_900,
    quarterHourPence: 4_900,
  },
] as const

export const billingTerms = {
  includedMinutes: 30,
  intervalMinutes: 30,
  materialsMarkupPercent: 25,
  makeSafePence: 9_900,
  noAccessPence: 4_900,
  noAccessAfterMinutes: 30,
  lateArrivalCreditPence: 5_000,
} as const

/** Red Line priority fee, by the channel it is booked through (DESIGN 6, fee). Added to the bill. */
export const priorityFeePence = { online: 2_999, phone: 9_500 } as const

export const redlineSlotsPerDay = 5
export const redlineDispatchMinutes = 15
