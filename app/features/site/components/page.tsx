import type { ReactNode } from 'react'
import { type PageArrival, PageArrivalProvider } from '#app/features/capacity/arrival-promise.tsx'
import { useBoroughs } from '#app/platform/published-context.ts'
import { BesideScene, type SceneName } from '#app/ui/drawings/scenes.tsx'
import { DrawingDefs, type SymbolId } from '#app/ui/drawings/symbols.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { inWords } from '#content/stated.ts'
import { CallBar } from './call-bar.tsx'
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
      <DrawingDefs symbols={['logo', 'v0', 'v1', ...symbols]} />
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
