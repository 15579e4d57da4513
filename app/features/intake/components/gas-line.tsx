import type { SitePath } from '#app/values/site-path.ts'
import { business } from '#content/business.ts'

/** The gas warning above the first step of every booking form. */
export function GasLine({ id }: { id: string }) {
  return (
    <p id={id} className="relative min-h-12 content-center border-y-2 border-ink bg-lamp px-4 py-1 text-sm leading-tight lg:px-6">
      <strong>Do you smell gas?</strong> Don’t book. {/* The whole band is its target. */}
      <a href={'/gas-emergency' satisfies SitePath} className="font-bold after:absolute after:inset-0 max-lg:block">
        {`What to do: call ${business.gasEmergency.text}`}
      </a>
    </p>
  )
}
