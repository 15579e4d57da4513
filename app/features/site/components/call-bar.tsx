import { useDetails } from '#app/platform/published-context.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { bookingSeconds, guaranteeMonths, insured, openAlways } from '#content/stated.ts'

/**
 * The floating call-to-action of small screens. It gives way to the buttons of a form in view. Its buttons are side by side, or if the text
 * is large, one above the other and without hints. Its height and the first button's width don't depend on later content, so nothing moves
 * when that arrives.
 */
export function CallBar({ bookHref }: { bookHref?: string }) {
  const { emergencyPhone } = useDetails()
  return (
    <aside
      aria-label="Call or book"
      className="call-bar @container inset-x-0 bottom-0 z-6 tall:fixed focus-within:z-8 tall:min-h-[calc(1.22rem+87px+env(safe-area-inset-bottom))] border-t-2 border-ink bg-chalk px-3 pt-1.5 pb-[calc(10px+env(safe-area-inset-bottom))] lg:hidden"
    >
      <div className="flex flex-wrap gap-x-2 gap-y-1">
        <p className="hidden min-h-[1.22rem] basis-full text-center text-xs tall:block @max-[15rem]:sr-only">{`${insured.publicLiability} insured · Gas Safe · ${guaranteeMonths}-month guarantee`}</p>
        <ButtonLink
          look="alarm"
          href={emergencyPhone.href}
          className={`min-h-[65px] flex-col !gap-px !px-2 ${bookHref ? 'w-[56%] min-w-min @max-[15rem]:w-full' : 'flex-1'}`}
        >
          <span className="text-xl tracking-tight whitespace-nowrap">{emergencyPhone.text}</span>
          <span className="text-xs font-normal @max-[15rem]:sr-only">{`Call Now. Free, ${openAlways}`}</span>
        </ButtonLink>
        {bookHref && (
          <ButtonLink href={bookHref} className="min-h-[65px] min-w-min flex-1 flex-col !gap-px !px-1">
            <span className="tracking-tight">{`Book in ${bookingSeconds} sec`}</span>
            <span className="text-xs font-normal tracking-tight @max-[15rem]:sr-only">Book Now, price capped</span>
          </ButtonLink>
        )}
      </div>
    </aside>
  )
}
