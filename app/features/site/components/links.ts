import type { SitePath } from '#app/values/site-path.ts'

/** Links of the header, the menu and the footer. */

interface SiteLink {
  label: string
  href: string
}

/** The parts of London that have a page of their own. */
export const areaLinks: readonly SiteLink[] = [
  { label: 'East London', href: '/plumbers-east-london' satisfies SitePath },
  { label: 'Central London', href: '/plumbers-central-london' satisfies SitePath },
  { label: 'West End', href: '/plumbers-west-end' satisfies SitePath },
  { label: 'North London', href: '/plumbers-north-london' satisfies SitePath },
  { label: 'South London', href: '/plumbers-south-london' satisfies SitePath },
  { label: 'Shoreditch', href: '/plumbers-shoreditch' satisfies SitePath },
]

/** Link to the reviews on the home page, or to the guarantees that take their place, with the fitting label. */
export const reviewsLink = (hasReviews: boolean): SiteLink => ({
  label: hasReviews ? 'Reviews' : 'Guarantees',
  href: '/#reviews-written' satisfies SitePath,
})

/** Menu entries that scroll to sections of the home page. Without reviews or messages, two of them have the sections shown instead. */
export const sectionLinks = ({ hasReviews, hasMessages }: { hasReviews: boolean; hasMessages: boolean }): readonly SiteLink[] => [
  { label: 'Special Offer', href: '/#offer' satisfies SitePath },
  { label: 'Emergency Services', href: '/#services' satisfies SitePath },
  { label: 'Coverage Areas', href: '/#coverage' satisfies SitePath },
  { label: hasMessages ? 'Customer Screenshots' : 'What to Expect', href: '/#reviews-screenshots' satisfies SitePath },
  { label: hasReviews ? 'Written Reviews' : 'Our Guarantees', href: '/#reviews-written' satisfies SitePath },
  { label: 'Helpful Tips', href: '/#blog' satisfies SitePath },
]

export const footerLinks: readonly SiteLink[] = [
  { label: 'Emergency boiler repair', href: '/emergency-boiler-repair' satisfies SitePath },
  { label: 'Every job we do', href: '/services' satisfies SitePath },
  { label: 'Reviews', href: '/reviews' satisfies SitePath },
  { label: 'City of London', href: '/plumbers-city-london' satisfies SitePath },
  { label: 'Clerkenwell', href: '/plumbers-clerkenwell' satisfies SitePath },
  { label: 'West End', href: '/plumbers-west-end' satisfies SitePath },
  { label: 'Midtown London', href: '/plumbers-midtown-london' satisfies SitePath },
  { label: 'Central London', href: '/plumbers-central-london' satisfies SitePath },
]
