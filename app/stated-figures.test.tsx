import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { AuthProvider } from '#app/features/accounts/auth-context.ts'
import { hubs } from '#content/areas/hubs.ts'
import { localities } from '#content/areas/localities.ts'
import { claims } from '#content/claims.ts'
import { defaultPrices } from '#content/price-list.ts'
import { defaultPublished } from '#content/published.ts'
import { readAreaPage } from './features/areas/pages.server.ts'
import { stretchesOf } from './features/pricing/rate-hours.ts'
import Area from './routes/public/area.tsx'
import Boiler from './routes/public/boiler.tsx'
import Home from './routes/public/home.tsx'

/* The sales pages take their figures from the owner's stated ones, which have other values here. */

vi.mock('#content/stated.ts', async (original) => ({
  ...(await original<typeof import('#content/stated.ts')>()),
  responseMinutes: 71,
  nextVisitMinutes: 91,
  boilerResponseMinutes: 72,
  contactMinutes: 16,
  firstVisitFixPercent: 83,
  guaranteeMonths: 17,
  callBackHours: 25,
  satisfactionPercent: 98,
  refundDays: 8,
  insured: { publicLiability: '£3M', indemnity: '£4M', employersLiability: '£11M' },
  aggregateRating: { stars: '4.7', reviews: 351 },
  bookingSeconds: 61,
  bookingSteps: 5,
}))

/** The page texts with the figures unchanged. */
const usual =
  /96%|12[- ]month|twelve months|£(1|2|10)M|60[- ]sec|(under|average) 60[- ]min|(60|90) min or less|within 90 min|within 24 hours|100% satisf|\b7 days\b|4\.9|347|(four|4)( short)? steps/i

/** A page as rendered for a visitor. */
function shown<View>(page: ComponentType<{ loaderData: View } & never>, view: View): string {
  const Site = createRoutesStub([{ id: 'page', path: '/', Component: page as ComponentType }])
  return renderToStaticMarkup(
    <AuthProvider viewer={null}>
      <Site hydrationData={{ loaderData: { page: view } }} />
    </AuthProvider>,
  ).replace(/\s+/g, ' ')
}

/** The text of a page, including the attributes that screen readers read. */
const wordsOf = (html: string) =>
  [html.replace(/<[^>]+>/g, ''), ...html.matchAll(/ (?:alt|aria-label|title)="[^"]*"/g)].map(String).join(' ')

const home = () =>
  shown(Home, {
    hasOffer: true,
    today: { stretches: stretchesOf('2026-11-23'), hourNow: 10 },
    until: undefined,
    posts: [],
    hasSamples: true,
    reviews: undefined,
    chosen: [],
    jobsShown: 0,
  })
const boiler = () => shown(Boiler, { hasOffer: true, hasSamples: true })
const areaOf = (area: { slug: string } | undefined) => () => shown(Area, readAreaPage(area?.slug ?? '', defaultPrices))

test.each([
  ['home page', home],
  ['boiler page', boiler],
  ['page of a part of London', areaOf(hubs[0])],
  ['page of a place', areaOf(localities[0])],
])('The %s says what is stated', (_, page) => {
  const words = wordsOf(page())
  for (const figure of ['17-month', '£3M', '61 sec']) expect(words).toContain(figure)
})

// Area pages also have their own texts, which include some of the figures.
test('The home page and the boiler page say nothing else, and between them all of it that is for customers', () => {
  const words = wordsOf(home() + boiler())
  expect(usual.exec(words)?.[0]).toBeUndefined()
  for (const figure of ['83%', '8 days', '£4M', '£11M', '16 minutes', 'average 72 minutes']) expect(words).toContain(figure)
})

test('The ledger says all of it', () => {
  const ledger = claims(defaultPublished).map(({ text }) => text)
  expect(ledger.filter((text) => usual.test(text))).toEqual([])
  for (const figure of ['71 min', '72 min', '16 min', '83%', '17-month', '25 hours', '98%', '8 days', '£3M', '£4M', '£11M', '4.7 from 351'])
    expect(ledger).toContainEqual(expect.stringContaining(figure))
  expect(ledger).toContain('Book in 61 seconds, five steps')
})
