import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { calloutAt } from '#app/features/pricing/applied-offer.ts'
import { type BillLine, billFor, type Visit } from '#app/features/pricing/bill.ts'
import { estimateFor } from '#app/features/pricing/estimate.ts'
import { termsFor } from '#app/features/pricing/frozen-terms.ts'
import { partPricePence } from '#app/features/pricing/part-price.ts'
import { boroughs } from './boroughs.ts'
import { business } from './business.ts'
import { type EmergencyTypeName, emergencyTypes } from './emergency-types.ts'
import { vatPercent } from './fees.ts'
import { exactPoundsText, poundsText } from './money.ts'
import beforeThePlumber from './posts/before-the-plumber.ts'
import costs from './posts/costs.ts'
import { builtInPosts } from './posts/index.ts'
import stopcock from './posts/stopcock.ts'
import { defaultPrices } from './price-list.ts'

const { billingTerms, priorityFeePence, rateTiers } = defaultPrices
const [day, evening, night] = rateTiers
const { includedMinutes, intervalMinutes, materialsMarkupPercent } = billingTerms
const intervalPence = ({ quarterHourPence }: (typeof rateTiers)[number]) => (quarterHourPence * intervalMinutes) / 15
const textsOf = ({ title, excerpt, metaDescription, content, figures }: (typeof builtInPosts)[number]) => [
  title,
  excerpt,
  metaDescription,
  ...content.split('\n'),
  ...figures.flatMap(({ alt, caption }) => [alt, caption]),
]
/** '£119', '£1,024.50', without a trailing full stop. */
const amountsIn = (text: string): string[] => text.match(/£\d+(?:,\d{3})*(?:\.\d+)?/g) ?? []
/** The figure in a pattern's group; fails if there's none. */
const found = (text: string, pattern: RegExp) => pattern.exec(text)?.slice(1) ?? [`nothing like ${pattern}`]

describe('The built-in posts', () => {
  it.each(builtInPosts)('$slug keeps to the limits of its fields, and has its figures under its headings', (post) => {
    const { slug, excerpt, metaDescription, content, createdAt, figures } = post
    expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(metaDescription.length).toBeLessThanOrEqual(160)
    expect(excerpt.length).toBeLessThanOrEqual(110)
    expect(new Date(createdAt).toISOString()).toBe(createdAt)
    for (const text of textsOf(post)) expect(text).not.toMatch(/[<>`_#]|\]\(|\*{3}|\{\{/)
    for (const line of content.split('\n')) expect(line.split('**').length % 2, line).toBe(1)
    for (const { under, drawing, alt } of figures) {
      expect(content.split('\n').filter((line) => line === `**${under}**`)).toHaveLength(1)
      expect(existsSync(new URL(`../app/ui/drawings/${drawing}.svg`, import.meta.url)), drawing).toBe(true)
      expect(alt).not.toBe('')
    }
  })
})

describe('What the posts say of danger', () => {
  const { text } = business.gasEmergency

  it('names the gas emergency line, 999 and 105', () => {
    for (const { content } of [beforeThePlumber, costs]) expect(content).toContain(text)
    for (const part of ['use a phone indoors', 'From outside, call', '999', 'free on 105']) expect(beforeThePlumber.content).toContain(part)
    expect(builtInPosts.flatMap(({ content }) => content.match(/\b0\d{3} \d{3} \d{3,4}\b/g) ?? []).sort()).toEqual(
      [text, text, '0800 408 5500'].sort(),
    )
  })
})

// ---- Prices: each figure is worked out again, so that a changed rate reveals every outdated sentence ----

const toilet = estimateFor(defaultPrices, 'Toilet Repair', 'Bexley', 85)
const perHundred = 100 + vatPercent

/** The worked bills of the costs post, by the start of their titles. Nothing is taken from the text. */
interface Example {
  visit: Visit
  service: EmergencyTypeName
  borough: string
  redline?: true
  /** Our cost of the materials, line by line. */
  materials: number[]
}
const examples: Record<string, Example> = {
  'A burst pipe in Camden, Wednesday 2PM.': {
    visit: { arrivedAt: '2026-11-25T14:00:00.000Z', minutesOnSite: 25, parkingPence: 480 },
    service: 'Burst Pipe',
    borough: 'Camden',
    materials: [640],
  },
  'A pipe repair in Islington, Thursday 5:20PM.': {
    visit: { arrivedAt: '2026-11-26T17:20:00.000Z', minutesOnSite: 85, parkingPence: 620, agreedExtraPence: 19_200 },
    service: 'Pipe Repair',
    borough: 'Islington',
    materials: [800, 3_040],
  },
  'A leak in Hackney, Saturday 8:30PM, with Red Line booked online.': {
    visit: { arrivedAt: '2026-11-28T20:30:00.000Z', minutesOnSite: 40 },
    service: 'Leak Repair',
    borough: 'Hackney',
    redline: true,
    materials: [960],
  },
}

const markedUp = (pence: number) => partPricePence(pence, materialsMarkupPercent)
const multiplierOf = (name: string) => boroughs.find((borough) => borough.name === name)?.multiplierPercent ?? Number.NaN
const estimateOf = ({ service, borough }: Example) => estimateFor(defaultPrices, service, borough, multiplierOf(borough))

function billOf(example: Example) {
  const { lines, totalPence } = billFor(
    { ...example.visit, parts: example.materials.map((costPence) => ({ quantity: 1, costPence })) },
    termsFor(defaultPrices, estimateOf(example), {
      serviceLevel: example.redline ? 'redline' : 'standard',
      calloutPence: calloutAt(defaultPrices, example.visit.arrivedAt),
    }),
  )
  const pence = (...ids: BillLine['id'][]) =>
    lines.filter(({ id }) => ids.includes(id)).reduce((sum, { amountPence }) => sum + amountPence, 0)
  return { pence, totalPence, cardPence: pence('callout', 'time', 'materials') }
}

/** The points under an example's title: their text, and the figure at the end. */
function pointsUnder(title: string) {
  const lines = costs.content.split('\n')
  const at = lines.findIndex((line) => line.startsWith(`**${title}**`))
  const points = lines.slice(at + 2, lines.indexOf('', at + 2))
  return points.map((line) => ({ line, figure: /: \**(£\d+\.\d\d)\**$/.exec(line)?.[1] }))
}

const penceOf = (figure: string) => Math.round(Number(figure.slice(1)) * 100)

describe('The costs post', () => {
  const { content } = costs

  it('has the rate card: hours, call-outs and intervals', () => {
    const spoken = (hours: string) =>
      hours
        .replaceAll('Monday to Friday', 'Mon-Fri')
        .replaceAll('Saturday', 'Sat')
        .replaceAll('Sunday', 'Sun')
        .replaceAll(' to ', '-')
        .replaceAll(/,|\b(and|all day)\b/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim()
    const rows = [...content.matchAll(/^- \*\*[^*]+\*\*, (.+): call-out (£[\d.]+), then (£\d+(?:\.\d\d)?)/gm)]
    expect(rows.map(([, hours = '', callout, interval]) => [spoken(hours), callout, interval])).toEqual(
      rateTiers.map((tier) => [spoken(tier.hours), poundsText(tier.calloutPence), poundsText(intervalPence(tier))]),
    )
    expect(content).toContain(`then ${poundsText(intervalPence(day))} for each further ${intervalMinutes} minutes.`)
    expect(content).toContain(`It includes the first ${includedMinutes} minutes, counted from when we arrive.`)
    expect(content).toContain(`in intervals of ${intervalMinutes} minutes, so an interval costs twice that`)
    expect(intervalMinutes).toBe(2 * 15)
    expect(found(content, /per quarter hour: (£[\d.]+), (£[\d.]+) or (£\d+(?:\.\d\d)?)/)).toEqual(
      rateTiers.map(({ quarterHourPence }) => poundsText(quarterHourPence)),
    )
  })

  it('has the base prices of all types', () => {
    const said = [...content.matchAll(/([A-Za-z ]+) (£\d+)(?=[,.])/g)].map(([, name = '', figure]) => [name.trim().toLowerCase(), figure])
    const spoken = { 'Radiator Issue': 'radiator', 'Other Emergency': 'other emergencies' } as Record<string, string>
    for (const { name, basePence } of emergencyTypes)
      expect(said).toContainEqual([spoken[name] ?? name.toLowerCase(), poundsText(basePence)])
  })

  it.each(Object.entries(examples))('works out to the penny: %s', (title, example) => {
    const points = pointsUnder(title)
    const { pence, totalPence, cardPence } = billOf(example)
    const said = (what: RegExp) => points.filter(({ line }) => what.test(line)).map(({ figure = '' }) => penceOf(figure))
    const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
    expect(said(/^- Call-out, /)).toEqual([pence('callout')])
    expect(sum(said(/^- (One interval|Interval starting)/))).toBe(pence('time'))
    expect(said(/^- Materials/)).toEqual(example.materials.map(markedUp))
    expect(sum(said(/^- Materials/))).toBe(pence('materials'))
    for (const [at, { line }] of points.filter(({ line: each }) => each.startsWith('- Materials')).entries()) {
      const cost = example.materials[at] ?? 0
      expect(line).toContain(
        `: ${exactPoundsText(cost)} plus ${materialsMarkupPercent}% (${exactPoundsText(markedUp(cost) - cost)}): ${exactPoundsText(markedUp(cost))}`,
      )
    }
    expect(sum(said(/^- Parking at cost/))).toBe(pence('parking'))
    expect(sum(said(/^- Red Line, online/))).toBe(pence('priority-fee'))
    expect(said(/^- Total/)).toEqual([totalPence])
    for (const { line } of points.filter(({ line: each }) => each.includes('At our rates, that’s £')))
      expect(line).toContain(`At our rates, that’s ${exactPoundsText(cardPence)}.`)
  })

  it('names no amount besides', () => {
    const known = new Set<string>(['£100', poundsText(perHundred * 100), poundsText(night.calloutPence - day.calloutPence)])
    const add = (...amounts: number[]) => {
      for (const amount of amounts) known.add(poundsText(amount)).add(exactPoundsText(amount))
    }
    for (const tier of [day, evening, night]) add(tier.calloutPence, tier.quarterHourPence, intervalPence(tier))
    add(billingTerms.makeSafePence, billingTerms.noAccessPence, billingTerms.lateArrivalCreditPence, ...Object.values(priorityFeePence))
    add(...emergencyTypes.map(({ basePence }) => basePence), toilet.estimatePence)
    for (const borough of ['Hackney', 'Camden', 'Westminster'])
      add(estimateFor(defaultPrices, 'Burst Pipe', borough, multiplierOf(borough)).estimatePence)
    for (const example of Object.values(examples)) {
      const { totalPence, cardPence } = billOf(example)
      add(totalPence, cardPence, estimateOf(example).estimatePence, example.visit.parkingPence ?? 0)
      add(...example.materials.flatMap((cost) => [cost, markedUp(cost), markedUp(cost) - cost]))
    }
    add(day.calloutPence + markedUp(800))
    expect(
      textsOf(costs)
        .flatMap(amountsIn)
        .filter((amount) => !known.has(amount)),
    ).toEqual([])
  })
})

describe('The other posts', () => {
  it('name one price, the one of no access, and it is the rate card’s', () => {
    const { noAccessPence, noAccessAfterMinutes } = billingTerms
    expect(textsOf(stopcock).flatMap(amountsIn)).toEqual([])
    expect(textsOf(beforeThePlumber).flatMap(amountsIn)).toEqual([poundsText(noAccessPence)])
    expect(found(beforeThePlumber.content, /lets us in within (\d+) minutes, you pay (£\d+) rather than the call-out charge/)).toEqual([
      String(noAccessAfterMinutes),
      poundsText(noAccessPence),
    ])
  })
})
