import type { Graph, Plumber, WithContext } from 'schema-dts'
import { breadcrumbList, type Crumb } from '#app/ui/breadcrumb.tsx'
import { type BusinessDetails, business } from '#content/business.ts'

/** The business, for search engines, as the home page states it. No rating of ourselves. */
export const businessStructuredData = (siteUrl: string, description: string, { emergencyPhone }: BusinessDetails) =>
  ({
    '@context': 'https://schema.org',
    '@type': 'Plumber',
    '@id': `${siteUrl}/#business`,
    name: business.name,
    description,
    url: `${siteUrl}/`,
    telephone: emergencyPhone.international,
    image: `${siteUrl}/share/home.png`,
    address: { '@type': 'PostalAddress', addressLocality: 'London', addressRegion: 'Greater London', addressCountry: 'GB' },
    openingHours: 'Mo-Su 00:00-23:59',
    areaServed: { '@type': 'City', name: 'London' },
  }) satisfies WithContext<Plumber>

interface ServiceFacts {
  path: string
  description: string
  crumbs: readonly Crumb[]
  siteUrl: string
  details: BusinessDetails
  service: string
}

/** A page about a service in all of London. */
export function serviceStructuredData({ path, description, crumbs, siteUrl, details, service }: ServiceFacts): Graph {
  const { '@context': context, ...plumber } = businessStructuredData(siteUrl, description, details)
  const url = siteUrl + path
  return {
    '@context': context,
    '@graph': [
      { '@type': 'Service', serviceType: service, url, description, areaServed: plumber.areaServed, provider: plumber },
      breadcrumbList(crumbs, url, siteUrl),
    ],
  }
}
