import { Use } from '#app/ui/drawings/symbols.tsx'
import type { SitePath } from '#app/values/site-path.ts'

/** The name and its wheel, with a link to the home page. */
export function Logo() {
  return (
    <a
      href={'/' satisfies SitePath}
      className="inline-flex min-h-11 items-center gap-2.5 leading-none lg:flex-none font-bold tracking-tight no-underline"
    >
      <Use id="logo" className="size-[38px] flex-none" />
      <span className="min-h-[2lh]">
        Emergency
        <br />
        Plumbers London
      </span>
    </a>
  )
}
