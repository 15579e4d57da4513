import { describe, expect, it } from 'vitest'
import { staffInvitationMs } from '#app/features/accounts/link-lifetimes.ts'
import { draftCookie } from '#app/features/intake/drafts.server.ts'
import { viewingMs } from '#app/features/live/figures-schema.ts'
import { publicPages } from '#app/features/site/site-map.ts'
import { londonDay } from '#app/platform/london.ts'
import { isDay } from '#app/values/day.ts'
import { business, defaultDetails } from './business.ts'
import {
  cancellationRightDays,
  changeCutoffMinutes,
  redlineDispatchMinutes,
  redlineHoldMinutes,
  redlineOpenMinutes,
  redlinePaidOnlySlots,
  redlineSlotsPerDay,
  refundWithinDays,
} from './fees.ts'
import { legalPages as legalPagesWith } from './legal/index.ts'
import type { LegalBlock, LegalPage } from './legal/legal.ts'
import { openPoints } from './legal/open-points.ts'
import { poundsText } from './money.ts'
import { boilerOfferTerms, calloutOfferTerms } from './offer-terms.ts'
import { defaultPrices } from './price-list.ts'
import { defaultPublished, publishedWith } from './published.ts'
import { retention } from './retention.ts'

const { billingTerms, boilerOffer, calloutOffer, priorityFeePence, rateTiers } = defaultPrices
const legalPages = legalPagesWith(defaultPublished)

const pageOf = (slug: LegalPage['slug']) => {
  const page = legalPages.find((each) => each.slug === slug)
  if (!page) throw new Error(`no page ${slug}`)
  return page
}

/** The texts of a block that may have markup, and the plain ones. */
function textsIn(block: LegalBlock): { marked: readonly string[]; plain: readonly string[] } {
  if (typeof block === 'string') return { marked: [block], plain: [] }
  if ('points' in block) return { marked: block.points, plain: [] }
  if ('steps' in block) return { marked: block.steps, plain: [] }
  if ('analyticsChoice' in block) return { marked: [], plain: [block.analyticsChoice] }
  if ('countsChoice' in block) return { marked: [], plain: [block.countsChoice] }
  return { marked: block.rows.flat(), plain: [block.caption, ...block.head] }
}

const blocksOf = ({ sections }: LegalPage) => sections.flatMap(({ blocks }) => blocks)
const markedOf = (page: LegalPage) => [page.lead, ...blocksOf(page).flatMap((block) => textsIn(block).marked)]
const plainOf = ({ title, metaTitle, description, keywords, ...page }: LegalPage) => [
  ...[title, metaTitle, description, ...keywords, ...page.sections.map((section) => section.title)],
  ...page.sections.flatMap(({ blocks }) => blocks.flatMap((block) => textsIn(block).plain)),
]
const wordsOf = (slug: LegalPage['slug']) => markedOf(pageOf(slug)).join('\n')
const sectionOf = (slug: LegalPage['slug'], wanted: string) => {
  const section = pageOf(slug).sections.find(({ id }) => id === wanted)
  return section?.blocks.flatMap((block) => textsIn(block).marked).join('\n') ?? ''
}

const amountsIn = (text: string): string[] => text.match(/£\d+(?:,\d{3})*(?:\.\d+)?/g) ?? []

/** The markup that the renderer supports. */
const bold = /\*\*[^*]+\*\*/g
const link = /\[[^\]]+\]\(([^)\s]+)\)/g
const leftOver = /[<>`_#]|\*\*|\]\(|\{\{|\}\}|^\s|\s$|\s{2}|undefined|NaN|\[object/

describe('The legal pages', () => {
  it.each(legalPages)('/$slug says when it was changed, which is no day to come', ({ updated }) => {
    expect(isDay(updated)).toBe(true)
    expect(updated <= ([londonDay(new Date()), '2026-11-21'].sort().at(-1) ?? '')).toBe(true)
  })

  it.each(legalPages)('/$slug has anchors of its own, and something under each heading', ({ sections }) => {
    const ids = sections.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(sections.map(({ title }) => title)).size).toBe(ids.length)
    for (const { id, blocks } of sections) {
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(blocks.length).toBeGreaterThan(0)
      for (const block of blocks) {
        expect(Math.min(...Object.values(textsIn(block)).flatMap((texts) => texts.map(({ length }) => length)))).toBeGreaterThan(0)
        if (typeof block !== 'string' && 'rows' in block) for (const row of block.rows) expect(row).toHaveLength(block.head.length)
      }
    }
  })

  it.each(legalPages)('/$slug has no marks but those that are known', (page) => {
    for (const text of plainOf(page)) expect(text).not.toMatch(leftOver)
    // In this order, because marks don't nest.
    for (const text of markedOf(page)) {
      const rest = text.replace(link, 'link').replace(bold, 'bold')
      expect(rest.replace(/__(?=(?:Host|Secure)-)|_(?=ga[ _])|(?<=_ga)_|offline_blog_posts/g, ''), text).not.toMatch(leftOver)
      for (const [whole] of text.matchAll(bold)) expect(whole).not.toMatch(/\[|\{\{/)
    }
  })

  it.each(legalPages)('/$slug leads only to pages and anchors that are there', (page) => {
    for (const [, href = ''] of markedOf(page).join('\n').matchAll(link)) {
      const [path, anchor] = href.split('#')
      // The only page allowed here that isn't public.
      expect([...publicPages.map((each) => each.path), '/account/data']).toContain(path)
      const legal = legalPages.find(({ slug }) => `/${slug}` === path)
      if (anchor !== undefined)
        expect(
          legal?.sections.map(({ id }) => id),
          href,
        ).toContain(anchor)
    }
  })

  it('keeps the anchors that mails lead to', () => {
    expect(pageOf('terms').sections.map(({ id }) => id)).toEqual(expect.arrayContaining(['other-work', 'cancellation-form']))
  })

  it('name no phone number but ours and the ones of those who help', () => {
    const known = new Set([
      defaultDetails.emergencyPhone.text,
      business.gasEmergency.text,
      // Citizens Advice consumer helpline, Gas Safe Register, ICO, Equality Advisory and Support Service.
      ...['0808 223 1133', '0800 408 5500', '0303 123 1113', '0808 800 0082'],
    ])
    const numbers = legalPages.flatMap(
      (page) =>
        markedOf(page)
          .join('\n')
          .match(/\b0\d{3} \d{3} \d{3,4}\b/g) ?? [],
    )
    expect(numbers.filter((number) => !known.has(number))).toEqual([])
    expect(new Set(numbers)).toEqual(known)
  })

  it('say who we are as far as the owner has filled it in, and leave out the rest', () => {
    for (const page of legalPages) expect([...markedOf(page), ...plainOf(page)].join('\n')).not.toMatch(/\{\{|to fill in|to check/i)
    const filled = publishedWith({
      details: { legalForm: 'sole-trader', legalName: 'Jo Bloggs', address: '1 High Street, London', vatStatus: 'not-registered' },
    })
    const [terms] = legalPagesWith(filled).filter(({ slug }) => slug === 'terms')
    const who = terms?.sections.find(({ id }) => id === 'who-we-are')?.blocks.flatMap((block) => textsIn(block).marked)
    expect(who).toEqual(expect.arrayContaining(['Sole trader: Jo Bloggs', 'Address: 1 High Street, London', 'VAT: Not registered for VAT']))
    expect(who?.join()).not.toMatch(/Company number|Registered office|undefined/)
  })

  it('have the points that are still to be settled where they are said', () => {
    for (const { page, section } of openPoints) expect(pageOf(page).sections.map(({ id }) => id)).toContain(section)
  })
})

describe('The terms', () => {
  const terms = wordsOf('terms')

  it('have every price of the rate card, every rule of Red Line and every term of the offers', () => {
    const { makeSafePence, noAccessPence, lateArrivalCreditPence, intervalMinutes } = billingTerms
    const prices = [
      ...rateTiers.flatMap(({ calloutPence, quarterHourPence }) => [calloutPence, (quarterHourPence * intervalMinutes) / 15]),
      ...[makeSafePence, noAccessPence, lateArrivalCreditPence, priorityFeePence.online, priorityFeePence.phone],
    ]
    for (const pence of prices) expect(amountsIn(terms)).toContain(poundsText(pence))
    const redLine = sectionOf('terms', 'red-line')
    for (const minutes of [redlineOpenMinutes, redlineHoldMinutes, redlineDispatchMinutes]) expect(redLine).toContain(`${minutes} minutes`)
    for (const slots of [redlineSlotsPerDay, redlinePaidOnlySlots]) expect(redLine).toContain(`${slots} slots`)
    expect(redLine).toContain(`within ${refundWithinDays} days`)
    expect(sectionOf('terms', 'changing-or-cancelling')).toContain(`${changeCutoffMinutes} minutes`)
    expect(sectionOf('terms', 'other-work')).toContain(`${cancellationRightDays} days`)
    for (const part of [...boilerOfferTerms(boilerOffer, defaultPrices).slice(0, 2), ...calloutOfferTerms(calloutOffer).slice(0, 2)])
      expect(sectionOf('terms', 'offers')).toContain(part)
  })

  it('name no amount besides', () => {
    const amounts = [
      ...rateTiers.flatMap(({ calloutPence, quarterHourPence }) => [calloutPence, (quarterHourPence * billingTerms.intervalMinutes) / 15]),
      ...[billingTerms.makeSafePence, billingTerms.noAccessPence, billingTerms.lateArrivalCreditPence, ...Object.values(priorityFeePence)],
    ].map(poundsText)
    const offered = [
      boilerOffer.name,
      calloutOffer.name,
      ...boilerOfferTerms(boilerOffer, defaultPrices),
      ...calloutOfferTerms(calloutOffer),
    ].flatMap((text) => amountsIn(text))
    expect(amountsIn(terms).filter((amount) => ![...amounts, ...offered].includes(amount))).toEqual([])
    expect(amountsIn(terms).length).toBeGreaterThan(12)
    for (const slug of ['privacy', 'cookies', 'accessibility'] as const) expect(amountsIn(wordsOf(slug))).toEqual([])
  })
})

describe('Privacy and cookies', () => {
  it('take how long things are kept from the settings', () => {
    const { draftHours, finishedJobDays, localMailDays, bookYears, billYears, countMonths } = retention
    const kept = sectionOf('privacy', 'how-long')
    expect(wordsOf('privacy')).toContain(`that isn’t accepted is deleted after ${staffInvitationMs / 86_400_000} days`)
    for (const part of [`: ${draftHours} hours after the last step`, `after ${finishedJobDays} days`, `after ${localMailDays} days`])
      expect(kept).toContain(part)
    expect(kept).toContain(`at least ${bookYears} years after the end of the financial year`)
    expect(kept).toContain(`${billYears} years after the bill`)
    expect(kept).toContain(`we keep a record of it for ${finishedJobDays} days`)
    expect(sectionOf('privacy', 'why')).toContain(`${draftHours} hours`)
    expect(kept).toContain(`after ${countMonths} months`)
    // Rows are deleted by the first sweep after that; it runs every minute.
    expect(kept).toContain(`about ${viewingMs / 60_000 + 1} minutes after you were last here`)
    expect(sectionOf('cookies', 'cookies')).toContain(`${draftHours} hours from when it was last set`)
    expect(sectionOf('cookies', 'counts')).toContain(`kept for ${countMonths} months`)
    expect(draftCookie('id', 'https://a.example')).toMatch(
      new RegExp(`^__Host-draft=id; Max-Age=${draftHours * 3600}; Path=/; HttpOnly; Secure; SameSite=Lax$`),
    )
  })
})
