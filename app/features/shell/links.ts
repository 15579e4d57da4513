/** Where the header, the menu and the footer lead (specification 1 section 2, 2 section 2). */

export interface SiteLink {
  label: string
  href: string
}

/** The parts of London that have a page of their own. */
export const areaLinks: readonly SiteLink[] = [
  { label: 'East London', href: '/plumbers-east-london' },
  { label: 'Central London', href: '/plumbers-central-london' },
  { label: 'West End', href: '/plumbers-west-end' },
  { label: 'North London', href: '/plumbers-north-london' },
  { label: 'South London', href: '/plumbers-south-london' },
  { label: 'Shoreditch', href: '/plumbers-shoreditch' },
]

/** The menu's entries that scroll to sections of the home page. */
export const sectionLinks: readonly SiteLink[] = [
  { label: 'Special Offer', href: '/#offer' },
  { label: 'Emergency Services', href: '/#services' },
  { label: 'Coverage Areas', href: '/#coverage' },
  { label: 'Customer Screenshots', href: '/#reviews-screenshots' },
  { label: 'Written Reviews', href: '/#reviews-written' },
  { label: 'Helpful Tips', href: '/#blog' },
]

export const footerLinks: readonly SiteLink[] = [
  { label: 'Emergency boiler repair', href: '/emergency-boiler-repair' },
  { label: 'City of London', href: '/plumbers-city-london' },
  { label: 'Clerkenwell', href: '/plumbers-clerkenwell' },
  { label: 'West End', href: '/plumbers-west-end' },
  { label: 'Midtown London', href: '/plumbers-midtown-london' },
  { label: 'Central London', href: '/plumbers-central-london' },
]
