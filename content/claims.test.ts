import { describe, expect, it } from 'vitest'
import { areaStructuredData } from '#app/features/areas/structured-data.ts'
import { postStructuredData } from '#app/features/site/post-structured-data.ts'
import { businessStructuredData, serviceStructuredData } from '#app/features/site/structured-data.ts'
import { londonDay } from '#app/platform/london.ts'
import { isDay } from '#app/values/day.ts'
import { defaultDetails } from '#content/business.ts'
import { defaultPublished } from '#content/published.ts'
import { hubs } from './areas/hubs.ts'
import { localities } from './areas/localities.ts'
import { boroughs } from './boroughs.ts'
import { type Claim, claimGroups, claims, measures } from './claims.ts'
import { builtInPosts } from './posts/index.ts'

/** Typed by hand from the specification, so that no claim or figure is lost: section, id and wording. */
const specified = [
  ['1 §1', 'response', 'under 60 minutes'],
  ['1 §1', 'gas-safe', 'Gas Safe registered'],
  ['1 §1', 'guarantee', '12-month guarantee'],
  ['1 §1', 'first-visit-fix', '96% fixed on the first visit'],
  ['1 §1', 'satisfaction', '100% satisfaction, or a refund within 7 days'],
  ['1 §1', 'late', '£50 off your bill if we miss your arrival window'],
  ['1 §1', 'public-liability', '£2M public liability'],
  ['1 §1', 'indemnity', '£1M indemnity'],
  ['1 §1', 'employers-liability', '£10M employer liability'],
  ['1 §1', 'city-guilds', 'City & Guilds qualified'],
  ['1 §1', 'rating', '4.9 from 347 reviews'],
  ['1 §1', 'red-line-dispatch', 'within 15 minutes'],
  ['1 §1', 'free-call', '0800 644 2633 is free'],
  ['1 §2', 'open-always', '24/7'],
  ['1 §2', 'listed-boroughs', 'twenty boroughs'],
  ['1 §2', 'booking-time', 'Book in 60 seconds, four steps'],
  ['1 §2', 'callout-offer', '25% off call-out fee today'],
  ['1 §2', 'viewing', 'People viewing'],
  ['1 §4', 'booked-last', 'recent bookings'],
  ['1 §2', 'samples', 'Reviews'],
  ['1 §3', 'estimate', '£110 to £180'],
  ['1 §8', 'contact', 'within 15 minutes'],
  ['1 §9', 'red-line-slots', '5 slots a day'],
  ['1 §9', 'red-line-fee', '£29.99 online (£95 by phone)'],
  ['1 §9', 'priced-boroughs', '30 boroughs'],
  ['1 §9', 'next-visit', 'within 90 minutes'],
  ['2 §1', 'places', 'places'],
  ['2 §2', 'place-response', 'Bunhill Fields: 15 minute response'],
  ['2 §2', 'area-response', 'Central London, Clerkenwell 20 minutes'],
  ['2 §2', 'area-response', 'West End, North London, South London 25 minutes'],
  ['2 §2', 'area-response', 'East London 30 minutes'],
  ['2 §2', 'city-response', 'City of London: 30 minutes on average'],
  ['2 §2', 'city-contracts', 'Corporate contracts'],
  ['2 §2', 'boiler-response', 'average 60 minutes'],
  ['2 §2', 'boiler-offer', 'Boiler call-out £65'],
  ['2 §2', 'red-line-arrival', '15 to 30 minutes'],
  ['2 §2', 'technician-call', 'within 5 minutes'],
  ['2 §9', 'rate-card', '£119, £149, £189 with the first 30 minutes, then £70, £84, £98 per 30 minutes'],
  ['2 §9', 'vat', 'Every price includes VAT'],
  ['2 §9', 'other-costs', 'cost plus 25%, parking and Congestion Charge at cost, make-safe £99, no access within 30 minutes £49'],
  ['2 §9', 'no-other-call-out-fee', 'No call-out fee beyond the published one'],
  ['2 §9', 'call-back', 'call-back within 24 hours'],
  ['2 §9', 'free-return', 'Free return if it isn’t fixed the first time'],
] as const

const claimOf = (id: string) => claims(defaultPublished).find((claim) => claim.id === id)

/** All texts of a claim, with their markup. */
const textsOf = ({ text, limit = '', backing }: Claim) => [text, limit, ...Object.values(backing)].join('\n')

describe('The ledger of claims', () => {
  it.each(specified)('has what specification %s says: %s', (_, id, words) => {
    expect(claimOf(id)?.text.toLowerCase()).toContain(words.toLowerCase())
  })

  it('has nothing that the specification does not say', () => {
    expect(
      claims(defaultPublished)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...new Set(specified.map(([, id]) => id))].sort())
  })

  it('has each claim and group under an address of its own', () => {
    const ids = [...claimGroups(defaultPublished), ...claims(defaultPublished)].map(({ id }) => id)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(new Set(claims(defaultPublished).map(({ text }) => text)).size).toBe(claims(defaultPublished).length)
  })

  it('says who states each, and since a day that has been', () => {
    for (const { id, statedBy, statedOn } of claims(defaultPublished)) {
      expect([id, statedBy]).toEqual([id, 'the owner'])
      expect(isDay(statedOn), id).toBe(true)
      expect(statedOn <= londonDay(new Date()), id).toBe(true)
    }
  })

  it('says what shows what is stated: a document still to be filed, our terms, or a public rule', () => {
    const backings = claims(defaultPublished).flatMap(({ id, backing }) =>
      backing.kind === 'stated' ? [[id, backing.wanted, backing.evidence] as const] : [],
    )
    for (const [id, wanted, evidence] of backings)
      if (!wanted) expect([id, evidence]).toEqual([id, expect.stringMatching(/\]\(\/terms#|Ofcom/)])
    // Insurance, qualification and share claims need documents.
    for (const id of [...'gas-safe city-guilds public-liability indemnity employers-liability rating'.split(' ')])
      expect(backings.find(([one]) => one === id)?.[1], id).toBeTruthy()
  })

  it('says by what a claim is enforced or measured, and uses every measure', () => {
    const used = claims(defaultPublished).flatMap(({ id, backing, isHeldBack }) => {
      if (backing.kind === 'enforced') expect(backing.rule.length, id).toBeGreaterThan(20)
      if (backing.kind === 'measured') expect('notYet' in backing ? backing.notYet : backing.measure, id).toBeTruthy()
      // A claim that is shown but not measured needs something from the owner.
      if (backing.kind === 'measured' && !isHeldBack) expect([id, backing.wanted]).toEqual([id, expect.any(String)])
      return 'measure' in backing && backing.measure ? [backing.measure] : []
    })
    expect(used.sort()).toEqual([...measures].sort())
  })

  it('holds the rating back until its evidence is kept', () => {
    expect(
      claims(defaultPublished)
        .filter(({ isHeldBack }) => isHeldBack)
        .map(({ id }) => id),
    ).toEqual(['rating'])
  })

  it('uses its marks right, and leaves no value out', () => {
    for (const claim of claims(defaultPublished)) {
      const plain = textsOf(claim).replace(/\[[^\]]+\]\((\/|#)[^)\s]*\)/g, '')
      expect([claim.id, plain]).toEqual([claim.id, expect.not.stringMatching(/[{}[\]*]|undefined|NaN/)])
    }
  })

  it('counts the places, boroughs and parts of London that there are', () => {
    expect(claimOf('priced-boroughs')?.text).toContain(`${boroughs.length} boroughs`)
    expect(claimOf('places')?.text).toContain(`${localities.length} places and ${hubs.length} parts`)
    const stated = [...hubs, ...localities].flatMap(({ responseMinutes }) => responseMinutes ?? [])
    const said = ['area-response', 'city-response', 'place-response'].map((id) => claimOf(id)?.text ?? '').join()
    expect(new Set(said.match(/\d+(?= minute)/g))).toEqual(new Set(stated.map(String)))
  })
})

describe('Structured data', () => {
  const siteUrl = 'https://plumbers.example'
  const facts = { description: 'd', crumbs: [], siteUrl, details: defaultDetails }
  const [post] = builtInPosts
  it('has no rating and no review of ourselves', () => {
    if (!post) throw new Error('There is no post')
    const everything = [
      businessStructuredData(siteUrl, 'd', defaultDetails),
      serviceStructuredData({ ...facts, path: '/', service: 'Boiler repair' }),
      ...[...hubs, ...localities].map((area) => areaStructuredData({ ...facts, area })),
      postStructuredData({
        ...facts,
        post: { ...post, keywords: post.keywords.join(', '), updatedAt: post.createdAt, publishedAt: post.createdAt },
      }),
    ]
    expect(JSON.stringify(everything)).toMatch(/"Plumber".*"BlogPosting"/)
    expect(JSON.stringify(everything)).not.toMatch(/rating|review|4\.9|347/i)
  })
})
