import { mostByRate, mostByRateText } from '#app/features/pricing/most-by-rate.ts'
import { supplementsText } from '#app/features/pricing/supplement.ts'
import { postPath } from '#app/features/site/post-list.ts'
import { readPosts } from '#app/features/site/read-posts.server.ts'
import { type PublicPage, publicPages } from '#app/features/site/site-map.ts'
import { visitContext } from '#app/platform/services.ts'
import { business } from '#content/business.ts'
import { emergencyTypes } from '#content/emergency-types.ts'
import { billingTerms, priorityFeeText } from '#content/fees.ts'
import { poundsText } from '#content/money.ts'
import { inWords } from '#content/stated.ts'
import type { Route } from './+types/llms'

const postsNamed = 50
const { includedMinutes, intervalMinutes, materialsMarkupPercent } = billingTerms

/** Facts about us for language models (llmstxt.org). */
export async function loader({ context }: Route.LoaderArgs) {
  const { services } = context.get(visitContext)
  const { siteUrl } = services.config
  const { details, prices } = services.published.current()
  const { result: posts } = await readPosts(services, postsNamed)
  const links = (kind: PublicPage['kind']) =>
    publicPages.filter((page) => page.kind === kind).map(({ path, name }) => `- [${name}](${siteUrl}${path})`)
  const lines = [
    `# ${business.name}`,
    '',
    `> Emergency plumbing and boiler repair in London, 24 hours a day. Phone ${details.emergencyPhone.text} (free) or book at ${siteUrl}/book.`,
    '',
    `If you smell gas, don’t book. Leave the building and call the ${business.gasEmergency.name}, ${business.gasEmergency.text}.`,
    '',
    '## Prices, including VAT',
    ...prices.rateTiers.map(
      ({ name, hours, calloutPence, quarterHourPence }) =>
        `- ${name} (${hours}): call-out ${poundsText(calloutPence)} with the first ${includedMinutes} minutes, then ${poundsText(quarterHourPence)} per 15 minutes in ${intervalMinutes}-minute intervals`,
    ),
    `- Materials at cost plus ${materialsMarkupPercent}%. Parking and Congestion Charge at cost.`,
    `- Red Line priority, ${inWords(prices.redlineSlotsPerDay)} slots a day: ${priorityFeeText(prices.priorityFeePence)}`,
    `- The most a typical job costs, before the borough’s multiplier, at the day, evening and night rate: ${emergencyTypes.map(({ name }) => `${name} ${mostByRateText(mostByRate(prices, { service: name }))}`).join('; ')}. Never less than the call-out; the same online and by phone`,
    ...[supplementsText(prices)].filter(Boolean).map((text) => `- ${text}`),
    '',
    '## Pages',
    ...links('main'),
    '',
    '## Jobs',
    ...links('service'),
    '',
    '## Posts',
    ...posts.map(({ slug, title }) => `- [${title.replace(/[[\]\r\n]/g, ' ')}](${siteUrl}${postPath(slug)})`),
    '',
    '## Parts of London',
    ...links('hub'),
    '',
    '## Places',
    ...links('place'),
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
