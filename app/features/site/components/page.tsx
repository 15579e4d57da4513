import type { ReactNode } from 'react'
import { type PageArrival, PageArrivalProvider } from '#app/features/capacity/arrival-promise.tsx'
import { useBoroughs, useDetails } from '#app/platform/published-context.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { BesideScene, type SceneName } from '#app/ui/drawings/scenes.tsx'
import { DrawingDefs, type SymbolId } from '#app/ui/drawings/symbols.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { bookingSeconds, guaranteeMonths, insured, inWords, openAlways } from '#content/stated.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { SkipLink } from './skip-link.tsx'

interface PageProps {
  children: ReactNode
  /** The arrival time for every part of the page that shows it. */
  arrival?: PageArrival
  /** This page's booking form: its own anchor, or the booking page. */
  bookHref?: string
  /** The page is the booking form itself: the bar at the bottom is for calling. */
  isBooking?: boolean
  /** The drawing beside the words, for a page without other images. */
  scene?: SceneName
  /** Nothing is sold here, and our number is not shown, so that it can't be mistaken for this page's. */
  sellsNothing?: boolean
  /** Full: sections set their own width. */
  width?: 'text' | 'full'
  /** Above the header, as on the home page. */
  banner?: ReactNode
  /** In the footer: our area, on a place's page its streets. */
  coverage?: string
  /** The symbols this page uses besides those of every page. */
  symbols?: readonly SymbolId[]
}

/** The frame of pages for visitors: header, content, footer, and the call bar. Pages after a booking have `QuietPage`. */
export function Page({
  children,
  arrival = { next: undefined },
  bookHref = '/book' satisfies SitePath,
  isBooking = false,
  scene,
  sellsNothing = false,
  width = 'text',
  banner,
  coverage,
  symbols = [],
}: PageProps) {
  const boroughs = useBoroughs()
  const everywhere = `We cover ${inWords(boroughs.length)} London boroughs, day and night.`
  return (
    <PageArrivalProvider arrival={arrival}>
      <SkipLink />
      <DrawingDefs symbols={['logo', ...symbols]} />
      {banner}
      <Header bookHref={bookHref} sellsNothing={sellsNothing} />
      {width === 'full' ? (
        <main id="main" className="overflow-x-clip">
          {children}
        </main>
      ) : (
        <main id="main" className="mx-auto max-w-[1240px] px-4 py-8 md:px-8 md:py-12">
          {scene ? <BesideScene of={scene}>{children}</BesideScene> : children}
        </main>
      )}
      <Footer bookHref={bookHref} coverage={coverage ?? everywhere} sellsNothing={sellsNothing} />
      {!sellsNothing && <CallBar bookHref={isBooking ? undefined : bookHref} />}
    </PageArrivalProvider>
  )
}

/**
 * The floating call-to-action of small screens. It gives way to the buttons of a form in view. Its buttons are side by side, or if the text
 * is large, one above the other and without hints. Its height and the first button's width don't depend on later content, so nothing moves
 * when that arrives.
 */
function CallBar({ bookHref }: { bookHref?: string }) {
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
