import { Page } from '#app/features/site/components/page.tsx'
import { pageMeta, siteUrlOf } from '#app/features/site/page-meta.ts'
import { publicPage } from '#app/platform/public-page.ts'
import { usePrices } from '#app/platform/published-context.ts'
import { Breadcrumb, breadcrumbList } from '#app/ui/breadcrumb.tsx'
import { TileLink, Tiles } from '#app/ui/tile-links.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { business } from '#content/business.ts'
import { drawingFileOf } from '#content/emergency-types.ts'
import { poundsText } from '#content/money.ts'
import { servicePages } from '#content/services/services.ts'
import type { Route } from './+types/services'

export const headers = publicPage

const path = '/services' satisfies SitePath
const crumbs = [{ label: 'Home', href: '/' satisfies SitePath }, { label: 'Every job we do' }]

export const meta: Route.MetaFunction = ({ matches }) => {
  const siteUrl = siteUrlOf(matches)
  return pageMeta({
    siteUrl,
    path,
    title: `Emergency Plumbing Services in London | ${business.name}`,
    description:
      'Burst pipes, boilers, drains, leaks, toilets, radiators, hot water and more: what each job involves, what to do now and what it usually costs.',
    keywords: ['emergency plumbing services London', 'plumber jobs and prices', 'plumbing repairs London'],
    structuredData: { '@context': 'https://schema.org', ...breadcrumbList(crumbs, siteUrl + path, siteUrl) },
  })
}

export default function Services() {
  const { basePence } = usePrices()
  return (
    <Page>
      <Breadcrumb crumbs={crumbs} />
      <h1 className="mt-2 mb-3 text-[clamp(2.25rem,1.45rem+3vw,3.75rem)] leading-none tracking-[-0.03em]">
        Emergency plumbing services in London
      </h1>
      <p className="mb-6 max-w-[40em] text-lg leading-snug">
        Choose your problem to see what to do now, how we fix it and what it usually costs.
      </p>
      <Tiles inOneRow>
        {servicePages.map(({ type, name, path: href }) => (
          <TileLink key={type} href={href} title={name} text={`about ${poundsText(basePence[type])}`}>
            <img src={drawingFileOf(type)} width="96" height="72" alt="" className="size-full" />
          </TileLink>
        ))}
      </Tiles>
    </Page>
  )
}
