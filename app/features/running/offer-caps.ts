import { type MostByRate, mostByRate } from '#app/features/pricing/most-by-rate.ts'
import { boroughs, multiplierOf } from '#content/boroughs.ts'
import { emergencyTypes } from '#content/emergency-types.ts'
import { poundsText } from '#content/money.ts'
import type { Offer } from '#content/offers.ts'
import { offersIn, type PriceList } from '#content/price-list.ts'

/** The effect of a setting on price caps: for each type and place, the figures at each rate without it and with it. */
export interface CapsTable {
  title: string
  text: string
  /** The two figures of each rate, in words. */
  columns: readonly [without: string, withIt: string]
  rates: readonly string[]
  rows: readonly { type: string; place: string; caps: readonly (readonly [string, string])[] }[]
}

/** For the settings groups of offers, on or off, and of the price cap, with the saved prices; undefined for other groups. */
export function capsTable(group: string, prices: PriceList): CapsTable | undefined {
  const rates = prices.rateTiers.map(({ name }) => name)
  if (group === 'cap') {
    const [floor, estimate] = [
      { ...prices, capsAtEstimate: false },
      { ...prices, capsAtEstimate: true },
    ]
    return {
      title: 'What it costs you if it’s off',
      text: 'The most a customer pays, before a Red Line fee. At night the estimate is often less than your call-out charge alone, and the difference is yours to bear on every visit.',
      columns: ['on', 'off'],
      rates,
      rows: rowsFor(names, prices, (job) => [mostByRate(floor, job), mostByRate(estimate, job)]),
    }
  }
  const offer: Offer | undefined = offersIn(prices).find(({ code }) => `offer-${code}` === group)
  if (!offer) return undefined
  const types = names.filter((name) => !offer.service || offer.service === name)
  return {
    title: 'The most customers would pay',
    text: 'The price cap without the offer and with it, at the rate that applies when the arrival window starts. An offer lowers the cap by what it takes off the daytime call-out, and never below the call-out with the offer. These figures use the saved price. To check a new price first, save it with the offer switched off.',
    columns: ['without', 'with'],
    rates,
    rows: rowsFor(types, prices, (job) => [mostByRate(prices, job), mostByRate(prices, { ...job, offer })]),
  }
}

const names = emergencyTypes.map(({ name }) => name)

type Job = Parameters<typeof mostByRate>[1]

/** Each type before the borough's multiplier, and in the cheapest borough. */
function rowsFor(
  types: readonly Job['service'][],
  prices: PriceList,
  capsOf: (job: Job) => readonly [MostByRate, MostByRate],
): CapsTable['rows'] {
  const [cheapest] = [...boroughs].sort((a, b) => multiplierOf(prices, a) - multiplierOf(prices, b))
  const places = [{ place: 'Before the borough’s multiplier' }, ...(cheapest ? [{ place: cheapest.name, borough: cheapest }] : [])]
  return types.flatMap((service) =>
    places.map(({ place, borough }) => {
      const [without, withIt] = capsOf({ service, ...(borough && { multiplierPercent: multiplierOf(prices, borough) }) })
      return { type: service, place, caps: prices.rateTiers.map(({ id }) => [poundsText(without[id]), poundsText(withIt[id])] as const) }
    }),
  )
}
