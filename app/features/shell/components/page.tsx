import type { ReactNode } from 'react'
import { useBoroughs } from '#app/platform/published-context.ts'
import type { SitePath } from '#app/platform/site-path.ts'
import { BesideScene, type SceneName } from '#app/ui/drawings/scenes.tsx'
import { DrawingDefs, type SymbolId } from '#app/ui/drawings/symbols.tsx'
import { inWords } from '#content/stated.ts'
import { type BarKey, CallBar } from './call-bar.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { SkipLink } from './skip-link.tsx'

interface PageProps {
  children: ReactNode
  /** Where this page's booking form is: an anchor of its own, or the booking page. */
  bookHref?: string
  /** The page is the booking form itself: the bar at the bottom is for ringing. */
  isBooking?: boolean
  /** Of a page about a booking that there is: in the bar in the place of booking, or nothing beside the phone. */
  barKey?: BarKey | 'none'
  /** The drawing beside the words, of a page that has nothing else to show. */
  scene?: SceneName
  /** Nothing is sold here, and no number of ours is shown that someone could mistake for the one of this page. */
  sellsNothing?: boolean
  /** Full: sections bring their own width. */
  width?: 'text' | 'full'
  /** Above the header, as on the home page. */
  banner?: ReactNode
  /** In the footer: where we come to, on a place's page its streets. */
  coverage?: string
  /** What this page draws with, beside what every page has. */
  symbols?: readonly SymbolId[]
}

/** The frame of every public page: header, content, footer, and the phone within reach of a thumb. */
export function Page({
  children,
  bookHref = '/book' satisfies SitePath,
  isBooking = false,
  barKey,
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
    <>
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
      {!sellsNothing && (
        <CallBar bookHref={isBooking || barKey ? undefined : bookHref} keyBeside={barKey === 'none' ? undefined : barKey} />
      )}
    </>
  )
}
