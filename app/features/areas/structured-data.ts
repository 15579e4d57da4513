import type { GeoCircle, GeoCoordinates, Graph, Place } from 'schema-dts'
import { breadcrumbList, type Crumb } from '#app/ui/breadcrumb.tsx'
import { areaPath, type Hub, headingOf, type Locality } from '#content/areas/area.ts'
import { type BusinessDetails, business } from '#content/business.ts'

interface AreaFacts {
  area: Locality | Hub
  description: string
  crumbs: Crumb[]
  siteUrl: string
  details: BusinessDetails
}

/**
 * The markup of a place's page: the plumber who serves it, and its breadcrumbs. No rating of ourselves, and no street: we have no branch
 * there.
 */
export function areaStructuredData({ area, description, crumbs, siteUrl, details }: AreaFacts): Graph {
  const url = siteUrl + areaPath(area.slug)
  const geo: GeoCoordinates = { '@type': 'GeoCoordinates', ...area.coordinates }
  const served: Place | GeoCircle =
    'place' in area.serviceArea
      ? { '@type': 'Place', name: area.serviceArea.place, geo }
      : { '@type': 'GeoCircle', geoMidpoint: geo, geoRadius: area.serviceArea.radiusMetres }
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Plumber',
        '@id': `${url}#plumber`,
        name: `${business.name}, ${headingOf(area)}`,
        description,
        url,
        telephone: details.emergencyPhone.international,
        image: `${siteUrl}/share/${area.slug}.png`,
        address: {
          '@type': 'PostalAddress',
          addressLocality: area.name,
          postalCode: 'postcode' in area ? area.postcode : area.postcodes[0],
          addressRegion: 'Greater London',
          addressCountry: 'GB',
        },
        geo,
        openingHours: 'Mo-Su 00:00-23:59',
        areaServed: served,
        ...('specialties' in area && { knowsAbout: area.specialties }),
      },
      breadcrumbList(crumbs, url, siteUrl),
    ],
  }
}
