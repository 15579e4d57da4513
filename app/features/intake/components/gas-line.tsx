import type { SitePath } from '#app/values/site-path.ts'
import { business } from '#content/business.ts'

/** The gas warning above the first step of every booking form. */
export function GasLine({ id }: { id: string }) {
  return (
    <p id={id} className="flex flex-wrap items-center gap-x-2 border-y-2 border-ink bg-lamp px-4 py-1 text-sm">
      <strong>Do you smell gas?</strong> Don’t book.
      <a href={'/gas-emergency' satisfies SitePath} className="max-lg:basis-full inline-flex min-h-11 items-center font-bold">
        {`What to do: call ${business.gasEmergency.text}`}
      </a>
    </p>
  )
}
