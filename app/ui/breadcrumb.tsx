import type { BreadcrumbList, ListItem } from 'schema-dts'

export interface Crumb {
  label: string
  href?: string
}

/** The way from the first page to this one, which is the last. */
export function Breadcrumb({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap gap-x-2 text-sm">
        {crumbs.map(({ label, href }, at) => (
          <li key={label} className="flex items-center gap-2">
            {href ? (
              <a href={href} className="-mx-1 inline-flex min-h-11 min-w-11 items-center px-1">
                {label}
              </a>
            ) : (
              <span aria-current={at === crumbs.length - 1 ? 'page' : undefined}>{label}</span>
            )}
            {/* Behind its page, so that it stays on the line when the next page's name goes to a new one while the page arrives. */}
            {at < crumbs.length - 1 && <span aria-hidden="true">/</span>}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The same for search engines: schema.org's BreadcrumbList of the page at `url`. */
export function breadcrumbList(crumbs: readonly Crumb[], url: string, siteUrl: string): Exclude<BreadcrumbList, string> {
  const itemListElement = crumbs.map(
    ({ label, href }, at): ListItem => ({ '@type': 'ListItem', position: at + 1, name: label, item: href ? siteUrl + href : url }),
  )
  return { '@type': 'BreadcrumbList', itemListElement }
}
