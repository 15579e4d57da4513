import { useDetails } from '#app/platform/published-context.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { bookingSeconds, guaranteeMonths, insured, openAlways } from '#content/stated.ts'

/** The floating call-to-action of small screens: the largest thing a thumb can reach. A form in view covers it with keys of its own. */
export function CallBar({ bookHref }: { bookHref?: string }) {
  const { emergencyPhone } = useDetails()
  return (
    <aside
      aria-label="Call or book"
      className="inset-x-0 bottom-0 z-6 grid tall:fixed focus-within:z-8 grid-cols-[1.32fr_1fr] grid-rows-[minmax(1.22rem,auto)_minmax(4.05rem,auto)] gap-x-2 gap-y-1 border-t-2 border-ink bg-chalk px-3 pt-1.5 pb-[calc(10px+env(safe-area-inset-bottom))] lg:hidden"
    >
      <p className="col-span-2 hidden text-center text-xs tall:block">{`${insured.publicLiability} insured · Gas Safe · ${guaranteeMonths}-month guarantee`}</p>
      <ButtonLink look="alarm" href={emergencyPhone.href} className={`min-h-[62px] flex-col !gap-px !px-2 ${bookHref ? '' : 'col-span-2'}`}>
        <span className="text-[1.3125rem] tracking-tight whitespace-nowrap">{emergencyPhone.text}</span>
        <span className="text-xs font-normal">{`Call Now. Free, ${openAlways}`}</span>
      </ButtonLink>
      {bookHref && (
        <ButtonLink href={bookHref} className="min-h-[62px] flex-col !gap-px !px-2">
          <span className="tracking-tight whitespace-nowrap">{`Book in ${bookingSeconds} sec`}</span>
          <span className="text-xs font-normal">Book Now, price capped</span>
        </ButtonLink>
      )}
    </aside>
  )
}
