import type { SitePath } from '#app/values/site-path.ts'

/** Links between the pages about how the site runs. */
const pages = [
  ['/staff/monitoring' satisfies SitePath, 'Errors and speed'],
  ['/staff/uptime' satisfies SitePath, 'Uptime'],
  ['/security-dashboard' satisfies SitePath, 'Security'],
  ['/staff/data' satisfies SitePath, 'Old data'],
] as const

export function RunsLinks({ here }: { here: (typeof pages)[number][0] }) {
  return (
    <nav aria-label="Monitoring" className="mt-4 flex flex-wrap gap-x-6">
      {pages.map(([href, label]) => (
        <a
          key={href}
          href={href}
          aria-current={href === here ? 'page' : undefined}
          className="inline-flex min-h-11 items-center font-semibold aria-[current]:no-underline aria-[current]:[box-shadow:inset_0_-4px_var(--color-ink)]"
        >
          {label}
        </a>
      ))}
    </nav>
  )
}
