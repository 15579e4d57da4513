import { useSyncExternalStore } from 'react'
import { slotsText } from '#app/features/capacity/redline-slots.ts'
import { RedLineSlotsProvider, useRedLineSlots } from '#app/features/capacity/slots-context.ts'
import { useDetails, usePrices } from '#app/platform/published-context.ts'
import { Banner } from '#app/ui/banner.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Valves } from '#app/ui/drawings/valves.tsx'
import { useNow } from '#app/ui/use-now.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { offerHoursText } from '#content/offers.ts'
import { leastOff } from '#content/price-list.ts'
import { openAlways } from '#content/stated.ts'
import { getLive, type LiveFigures, subscribeLive, unknownFigures } from '../live-store.ts'
import { offerHoursAt } from '../offer-hours.ts'
import { nextLater } from '../wording/next-later.ts'

interface Props {
  /** The end of the offer's hours, '10:00', if the page was rendered within them. */
  until?: string
  /** The fee can't be paid online: its slots are not shown. */
  redlineByPhone?: boolean
}

/**
 * The urgency banner: the offer with its countdown in its hours, else 'Premium Support 24/7'; then the Red Line slots, the next visit and
 * the number of viewers. Every part has its space from the start: nothing moves.
 */
export default function UrgencyBanner({ until, redlineByPhone }: Props) {
  const { emergencyPhone } = useDetails()
  const live = useSyncExternalStore(subscribeLive, getLive, () => unknownFigures)
  return (
    <Banner
      label="Support"
      action={
        <ButtonLink href={emergencyPhone.href} className="key-small ml-auto">
          Call now
        </ButtonLink>
      }
    >
      {live.isAsked ? <ViewOfNow live={live} /> : <View until={until} />}
      {/* Below the offer and the button if there is no space beside them; large text has it for screen readers. */}
      <div className="order-1 flex basis-full flex-wrap gap-x-2 lg:contents @max-[15rem]:sr-only">
        <RedLineSlotsProvider>
          <SlotsAndNext live={live} redlineByPhone={redlineByPhone} />
        </RedLineSlotsProvider>
        <p className={`whitespace-nowrap ${live.viewing === null ? 'invisible' : ''}`}>
          <Figure value={live.viewing} className="w-[3ch]" /> people viewing
        </p>
      </div>
    </Banner>
  )
}

/** By the server's clock, once it is known or has failed. */
function ViewOfNow({ live: { offer } }: { live: LiveFigures }) {
  const { calloutOffer } = usePrices()
  const now = useNow((at) =>
    offerHoursAt(at, calloutOffer).isOpen ? 1_000 - (at % 1_000) : Math.min(60_000, offerHoursAt(at, calloutOffer).until - at),
  )
  const { isOpen, until, untilText } = offerHoursAt(now, calloutOffer)
  // Within its hours, but the server doesn't have the offer.
  const isWithdrawn = offer && !offer.isOpen && offerHoursAt(offer.at, calloutOffer).isOpen
  return isOpen && !isWithdrawn ? <View until={untilText} left={timeLeft(until - now)} /> : <View />
}

function View({ until, left }: { until?: string; left?: string }) {
  const prices = usePrices()
  const { calloutOffer } = prices
  const box =
    'relative flex min-h-13 flex-1 flex-col justify-center text-sm leading-tight font-bold whitespace-nowrap no-underline md:w-52 md:flex-none @max-[15rem]:whitespace-normal'
  if (!until) return <p className={box}>{`Premium Support ${openAlways}`}</p>
  return (
    <a className={box} href={'/book' satisfies SitePath}>
      <u>{calloutOffer.name}</u>
      <small className="text-xs">{`${leastOff(prices)} off or more`}</small>
      <small className="text-xs">{`daily ${offerHoursText(calloutOffer)}`}</small>
      {left && <span className="sr-only">{`, until ${until}`}</span>}
      {/* Beside its value, where nothing moves with it. */}
      <span className="absolute left-30 @max-[15rem]:static" aria-hidden={left ? true : undefined}>
        {left ?? `until ${until}`}
      </span>
    </a>
  )
}

/** The other figures disappear before a stored count is shown: their space is used for the note that it is the last known one. */
function SlotsAndNext({ live, redlineByPhone }: { live: LiveFigures; redlineByPhone?: boolean }) {
  const { remaining, isClosed, source } = useRedLineSlots()
  const isKnown = source !== 'none'
  const { redlineSlotsPerDay } = usePrices()
  return (
    <>
      {!redlineByPhone && (
        <p className="flex items-center gap-1 noscript:hidden">
          <Valves free={isKnown ? remaining : redlineSlotsPerDay} of={redlineSlotsPerDay} className="h-4 md:h-5" />
          <span className="sr-only">{isKnown ? `Red Line: ${slotsText(remaining, isClosed)}` : 'Red Line'}</span>
          <span aria-hidden="true">
            Priority slots: <Figure value={isKnown ? remaining : null} className="w-[1ch]" /> left
          </span>
        </p>
      )}
      <p className="w-[10.6em] whitespace-nowrap noscript:hidden @max-[15rem]:w-auto @max-[15rem]:whitespace-normal">
        {source === 'device'
          ? 'last known'
          : (nextLater(live) ?? (
              <>
                Next engineer in <Figure value={live.next?.minutes ?? null} className="w-[2ch]" /> min
              </>
            ))}
      </p>
    </>
  )
}

/** A figure in the space of its most digits; an en dash while there is none. Nothing moves. */
function Figure({ value, className }: { value: number | null; className: string }) {
  return <b className={`inline-block ${className}`}>{value ?? '–'}</b>
}

/** 'HH:MM:SS': the last second is shown until it is over. */
function timeLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  return [seconds / 3_600, (seconds / 60) % 60, seconds % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')
}
