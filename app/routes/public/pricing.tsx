import { data } from 'react-router'
import { asapWindow } from '#app/features/capacity/arrival-window.ts'
import { readPageArrival } from '#app/features/capacity/page-arrival.server.ts'
import PriceCalculator from '#app/features/pricing/components/price-calculator.island.tsx'
import { NowPrice, PricingPage, type Timetable } from '#app/features/pricing/components/pricing-page.tsx'
import { asksForQuote, quoteView } from '#app/features/pricing/quote.ts'
import { nextChangeAfter, stretchesOf, tierAt } from '#app/features/pricing/rate-hours.ts'
import { BesideCard } from '#app/features/site/components/beside-card.tsx'
import { Page } from '#app/features/site/components/page.tsx'
import { pageMeta, publishedOf, siteUrlOf } from '#app/features/site/page-meta.ts'
import { serviceStructuredData } from '#app/features/site/structured-data.ts'
import { isBankHoliday } from '#app/platform/bank-holidays.ts'
import { londonDay, londonHour, spokenTimeAt } from '#app/platform/london.ts'
import { usePrices } from '#app/platform/published-context.ts'
import { visitContext } from '#app/platform/services.ts'
import { spokenTimeOnDay } from '#app/platform/spoken-moment.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { Island } from '#app/ui/island.tsx'
import { type Instant, minutes } from '#app/values/clock.ts'
import { addDays, dayWithYear, type LondonDay, weekdayOf } from '#app/values/day.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { billingTerms } from '#content/fees.ts'
import { calloutTexts, lateCredit, type PriceList } from '#content/price-list.ts'
import type { Route } from './+types/pricing'

/** A Monday, a Saturday and a Sunday that are no holidays, as examples of their kind. */
const kinds = [
  { name: 'Monday to Friday', day: '2026-11-23' },
  { name: 'Saturday', day: '2026-11-21' },
  { name: 'Sunday and bank holidays', day: '2026-11-22' },
]

/** The page's figures are valid until the next half hour: all rates begin on the hour, and time is billed by 30 minutes. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  const { clock, published } = visit.services
  const { prices, windows } = published.current()
  const now = clock.now()
  const { day, hour } = londonHour(now)
  const arrival = await readPageArrival(visit)
  const visitAt = arrival.next ? asapWindow(now, arrival.next.minutes, windows).promisedFrom : now
  const change = nextChangeAfter(visitAt)
  const { searchParams } = new URL(request.url)
  const today = kindOf(day)
  const page = {
    view: quoteView(searchParams, now, prices),
    now: {
      when: whenOf(visitAt, day),
      ...{ tier: tierAt(visitAt), next: tierAt(change) },
      until: londonDay(change) === day ? spokenTimeAt(change) : spokenTimeOnDay(change),
    },
    tierNow: tierAt(now),
    timetables: kinds.map(
      (kind, at): Timetable => ({ name: kind.name, stretches: stretchesOf(kind.day), hourNow: at === today ? hour : undefined }),
    ),
    holidays: nextHolidays(day),
    isCalculating: asksForQuote(searchParams),
    arrival,
  }
  const expires = new Date((Math.floor(now.getTime() / minutes(30)) + 1) * minutes(30)).toUTCString()
  return data(page, { headers: { 'Cache-Control': 'public, max-age=0, must-revalidate', Expires: expires } })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

/** The time of the next visit in a word. */
function whenOf(visitAt: Date | Instant, today: LondonDay): string {
  const { day, hour } = londonHour(visitAt)
  if (hour >= 18 || hour < 6) return 'tonight'
  return day === today ? 'today' : 'tomorrow'
}

function kindOf(day: LondonDay): number {
  if (isBankHoliday(day) || weekdayOf(day) === 0) return 2
  return weekdayOf(day) === 6 ? 1 : 0
}

/** The next three, today's among them. */
function nextHolidays(from: LondonDay): string[] {
  const found: LondonDay[] = []
  for (let day = from; found.length < 3; day = addDays(day, 1)) if (isBankHoliday(day)) found.push(day)
  return found.map(dayWithYear)
}

const path = '/pricing' satisfies SitePath
const crumbs = [{ label: 'Home', href: '/' satisfies SitePath }, { label: 'Pricing' }]
const descriptionWith = (prices: PriceList) =>
  `What an emergency plumber in London costs, including VAT: call-out ${calloutTexts(prices)} with the first ${billingTerms.includedMinutes} minutes, then by the half hour. Work out yours.`

const title = 'Prices: What an Emergency Plumber Costs in London'

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const siteUrl = siteUrlOf(matches)
  const { details, prices } = publishedOf(matches)
  const description = descriptionWith(prices)
  return pageMeta({
    siteUrl,
    path,
    title: Object.keys(loaderData?.view.problems ?? {}).length > 0 ? `Error: ${title}` : title,
    description,
    keywords: ['emergency plumber cost London', 'plumber call out charge London', 'plumber hourly rate', 'boiler repair price'],
    image: 'pricing',
    structuredData: serviceStructuredData({ path, description, crumbs, siteUrl, details, service: 'Emergency plumbing' }),
  })
}

export default function Pricing({ loaderData: { view, now, arrival, ...page } }: Route.ComponentProps) {
  const prices = usePrices()
  return (
    <Page arrival={arrival} width="full" symbols={['tel']}>
      <div className="mx-auto max-w-[1240px] px-4 pt-3 md:px-8">
        <Breadcrumb crumbs={crumbs} />
        <h1 className="mt-2 mb-3 text-[clamp(2.25rem,1.45rem+3vw,3.75rem)] leading-none tracking-[-0.03em]">
          What an emergency plumber costs in London
        </h1>
        <NowPrice {...now} />
        <p className="mt-4 max-w-[40em]">
          {`The same prices and offers online and by phone; only the Red Line priority fee differs. ${lateCredit(prices)} off if we’re late.`}
        </p>
      </div>
      <BesideCard bookHref={'/book' satisfies SitePath}>
        <PricingPage {...page} calculator={<Island name="price-calculator" of={PriceCalculator} when="visible" props={{ view }} />} />
      </BesideCard>
    </Page>
  )
}
