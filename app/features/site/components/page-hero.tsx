import type { ReactNode } from 'react'
import { ArrivalPromise } from '#app/features/capacity/arrival-promise.tsx'
import { useDetails } from '#app/platform/published-context.ts'
import { Breadcrumb, type Crumb } from '#app/ui/breadcrumb.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Use } from '#app/ui/drawings/symbols.tsx'
import { bookingSeconds } from '#content/stated.ts'

interface PageHeroProps {
  crumbs: Crumb[]
  title: string
  pitch: string
  bookHref: string
  /** The call button has the chat number. */
  callsChatNumber?: boolean
  /** The drawing beside it, above it on phones, with the parts attached to it. */
  picture: string
  position?: string
  /** The background of a drawing that is shown whole, like those of emergencies. */
  wash?: string
  /** No arrival time is promised. */
  withoutPromise?: boolean
  children?: ReactNode
}

/** The heading of a page about a place or a service, its buttons, and a drawing. It needs the symbol `tel`. */
export function PageHero({
  crumbs,
  title,
  pitch,
  bookHref,
  callsChatNumber,
  picture,
  position = 'object-right-top',
  wash,
  withoutPromise,
  children,
}: PageHeroProps) {
  const { emergencyPhone, chatPhone } = useDetails()
  const phone = callsChatNumber ? chatPhone : emergencyPhone
  return (
    <section aria-labelledby="hero-title" className="border-b-2 border-ink">
      <div className="mx-auto max-w-[1240px] lg:grid lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] lg:px-8">
        {/* First, so that it doesn't push down text when it loads. */}
        <div
          className={`relative h-40 overflow-clip border-ink max-lg:border-b-2 md:h-56 lg:h-auto lg:col-start-2 lg:row-start-1 lg:min-h-80 lg:border-x-2 ${wash ?? ''}`}
        >
          <img
            src={picture}
            width="560"
            height="480"
            alt=""
            className={
              wash
                ? 'absolute inset-0 size-full object-contain'
                : `absolute inset-0 h-full w-[118%] max-w-none object-cover md:w-full ${position}`
            }
          />
          {children}
        </div>
        <div className="px-4 pt-1 pb-6 md:px-8 lg:col-start-1 lg:row-start-1 lg:pr-12 lg:pb-8 lg:pl-0">
          <Breadcrumb crumbs={crumbs} />
          <h1 id="hero-title" className="mt-1 mb-3 text-[clamp(2.25rem,1.45rem+3vw,3.75rem)] leading-none tracking-[-0.03em]">
            {title}
          </h1>
          <p className="max-w-[34em] text-lg leading-snug">
            {pitch}
            {!withoutPromise && (
              <b className="block">
                <ArrivalPromise />
              </b>
            )}
          </p>
          <div className="mt-4 flex flex-wrap items-center gap-3">
            {/* On small screens the bar at the bottom has these buttons, unless this page's number is another. */}
            <ButtonLink
              look="alarm"
              href={phone.href}
              className={`min-h-[62px] text-[1.5rem] whitespace-nowrap ${callsChatNumber ? '' : 'max-lg:hidden'}`}
            >
              <Use id="tel" className="size-[22px] flex-none" />
              {phone.text}
            </ButtonLink>
            <ButtonLink href={bookHref} className="min-h-[62px] whitespace-nowrap max-lg:hidden">
              {`Book in ${bookingSeconds} sec`}
            </ButtonLink>
            <ButtonLink look="outline" href={chatPhone.whatsappHref} target="_blank" rel="noopener noreferrer">
              WhatsApp us
              <span className="sr-only">(opens in a new tab)</span>
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  )
}
