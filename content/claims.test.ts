import { describe, expect, it } from 'vitest'
import { areaStructuredData } from '#app/features/areas/structured-data.ts'
import { postStructuredData } from '#app/features/site/post-structured-data.ts'
import { businessStructuredData, serviceStructuredData } from '#app/features/site/structured-data.ts'
import { defaultDetails } from '#content/business.ts'
import { defaultPublished } from '#content/published.ts'
import { hubs } from './areas/hubs.ts'
import { localities } from './areas/localities.ts'
import { boroughs } from './boroughs.ts'
import { type Claim, claimGroups, claims, measures } from './claims.ts'
import { builtInPosts } from './posts/index.ts'

/** Typed by hand from the specification, so that no claim is lost or added. */
const specified = `
  response gas-safe guarantee first-visit-fix satisfaction late public-liability indemnity employers-liability
  city-guilds rating red-line-dispatch free-call open-always listed-boroughs booking-time callout-offer viewing
  booked-last samples estimate contact red-line-slots red-line-fee priced-boroughs next-visit places place-response
  area-response city-response city-contracts boiler-response boiler-offer red-line-arrival technician-call rate-card vat
  other-costs no-other-call-out-fee call-back free-return`

const claimOf = (id: string) => claims(defaultPublished).find((claim) => claim.id === id)

/** All texts of a claim, with their markup. */
const textsOf = ({ text, limit = '', backing }: Claim) => [text, limit, ...Object.values(backing)].join('\n')

describe('The ledger of claims', () => {
  it('has nothing that the specification does not say', () => {
    expect(
      claims(defaultPublished)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(specified.trim().split(/\s+/).sort())
  })

  it.each([
    ['late', '£50 off your bill'],
    ['estimate', '£110 to £180'],
    ['red-line-fee', '£29.99 online (£95 by phone)'],
    ['boiler-offer', 'boiler call-out £65'],
    ['rate-card', '£119, £149, £189 with the first 30 minutes, then £70, £84, £98 per 30 minutes'],
    ['other-costs', 'cost plus 25%, parking and congestion charge at cost, make-safe £99, no access within 30 minutes £49'],
  ])('%s states the prices of the list: %s', (id, words) => {
    expect(claimOf(id)?.text.toLowerCase()).toContain(words)
  })

  it('has each claim and group under an address of its own', () => {
    const ids = [...claimGroups(defaultPublished), ...claims(defaultPublished)].map(({ id }) => id)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(new Set(claims(defaultPublished).map(({ text }) => text)).size).toBe(claims(defaultPublished).length)
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
