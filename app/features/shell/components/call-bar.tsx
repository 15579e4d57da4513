import { useDetails } from '#app/platform/published-context.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { bookingSeconds, guaranteeMonths, insured, openAlways } from '#content/stated.ts'

/** A button beside the phone in the bar, with its text. */
export interface BarKey {
  href: string
  label: string
  hint: string
}

/** The floating call-to-action of small screens. A form in view covers it with its own buttons. */
export function CallBar({ bookHref, keyBeside }: { bookHref?: string; keyBeside?: BarKey }) {
  const { emergencyPhone } = useDetails()
  const beside =
    keyBeside ?? (bookHref ? { href: bookHref, label: `Book in ${bookingSeconds} sec`, hint: 'Book Now, price capped' } : undefined)
  return (
    <aside
      aria-label="Call or book"
      className="inset-x-0 bottom-0 z-6 grid tall:fixed focus-within:z-8 grid-cols-[1.32fr_1fr] grid-rows-[minmax(1.22rem,auto)_minmax(4.05rem,auto)] gap-x-2 gap-y-1 border-t-2 border-ink bg-chalk px-3 pt-1.5 pb-[calc(10px+env(safe-area-inset-bottom))] lg:hidden"
    >
      <p className="col-span-2 hidden text-center text-xs tall:block">{`${insured.publicLiability} insured · Gas Safe · ${guaranteeMonths}-month guarantee`}</p>
      <ButtonLink look="alarm" href={emergencyPhone.href} className={`min-h-[62px] flex-col !gap-px !px-2 ${beside ? '' : 'col-span-2'}`}>
        <span className="text-[1.3125rem] tracking-tight whitespace-nowrap">{emergencyPhone.text}</span>
        <span className="text-xs font-normal">{`Call Now. Free, ${openAlways}`}</span>
      </ButtonLink>
      {beside && (
        <ButtonLink href={beside.href} className="min-h-[62px] flex-col !gap-px !px-1">
          <span className="tracking-tight">{beside.label}</span>
          <span className="text-xs font-normal tracking-tight">{beside.hint}</span>
        </ButtonLink>
      )}
    </aside>
  )
}
