import { useDetails } from '#app/platform/published-context.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { bookingSeconds, guaranteeMonths, insured, openAlways } from '#content/stated.ts'

/** A button beside the phone in the bar, with its text. */
export interface BarKey {
  href: string
  label: string
  hint: string
}

/**
 * The floating call-to-action of small screens. A form in view covers it with its own buttons. Its keys are side by side, or one above the
 * other if the browser's text is large. Its height and the first key's width don't depend on later content, so nothing moves when that
 * arrives.
 */
export function CallBar({ bookHref, keyBeside }: { bookHref?: string; keyBeside?: BarKey }) {
  const { emergencyPhone } = useDetails()
  const beside =
    keyBeside ?? (bookHref ? { href: bookHref, label: `Book in ${bookingSeconds} sec`, hint: 'Book Now, price capped' } : undefined)
  return (
    <aside
      aria-label="Call or book"
      className="inset-x-0 bottom-0 z-6 flex flex-wrap tall:fixed content-start focus-within:z-8 tall:min-h-[calc(1.22rem+87px+env(safe-area-inset-bottom))] gap-x-2 gap-y-1 border-t-2 border-ink bg-chalk px-3 pt-1.5 pb-[calc(10px+env(safe-area-inset-bottom))] lg:hidden"
    >
      <p className="hidden min-h-[1.22rem] basis-full text-center text-xs tall:block">{`${insured.publicLiability} insured · Gas Safe · ${guaranteeMonths}-month guarantee`}</p>
      <ButtonLink
        look="alarm"
        href={emergencyPhone.href}
        className={`min-h-[65px] flex-col !gap-px !px-2 ${beside ? 'w-[56%] min-w-min' : 'flex-1'}`}
      >
        <span className="text-xl tracking-tight whitespace-nowrap">{emergencyPhone.text}</span>
        <span className="text-xs font-normal">{`Call Now. Free, ${openAlways}`}</span>
      </ButtonLink>
      {beside && (
        <ButtonLink href={beside.href} className="min-h-[65px] min-w-min flex-1 flex-col !gap-px !px-1">
          <span className="tracking-tight">{beside.label}</span>
          <span className="text-xs font-normal tracking-tight">{beside.hint}</span>
        </ButtonLink>
      )}
    </aside>
  )
}
