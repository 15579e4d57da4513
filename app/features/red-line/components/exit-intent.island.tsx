import { useEffect, useRef, useState } from 'react'
import { nobodyFree } from '#app/features/capacity/next-arrival.ts'
import { slotsText } from '#app/features/capacity/redline-slots.ts'
import { RedLineSlotsProvider, useRedLineSlots } from '#app/features/capacity/slots-context.ts'
import { getLive, subscribeLive } from '#app/features/live/live-store.ts'
import type { LocalStorage, SessionStorage } from '#app/platform/device-storage.ts'
import { useDetails, usePrices } from '#app/platform/published-context.ts'
import { type RedlineInteraction, track } from '#app/platform/track.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Valves } from '#app/ui/drawings/valves.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { bookRedLine, bookType, type EmergencyTypeName } from '#content/emergency-types.ts'
import { priorityFeeText, redlineDispatchMinutes } from '#content/fees.ts'

const id = 'exit-intent'
const bookLabel = 'Book Red Line'

interface Props {
  /** The page's service, which the booking starts with. */
  service?: EmergencyTypeName
}

/**
 * The exit-intent pop-up: tells a visitor who is about to leave that an engineer can arrive sooner, while that is true. The starter loads
 * it five seconds after the page, and only with a mouse.
 */
export default function ExitIntent(props: Props) {
  return (
    <RedLineSlotsProvider>
      <PopUp {...props} />
    </RedLineSlotsProvider>
  )
}

function PopUp({ service }: Props) {
  const { remaining, isClosed, source } = useRedLineSlots()
  const left = source === 'server' ? remaining : undefined
  const [isOpen, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const latestLeft = useRef(left)
  latestLeft.current = left
  const hasChosen = useRef(false)
  const dialog = () => frame.current?.querySelector('dialog')

  // Subscribed only for the slots, which come through their own store.
  useEffect(() => subscribeLive(() => undefined), [])

  useEffect(
    () =>
      watchTopEdge(() => {
        if (!latestLeft.current || !navigator.onLine || visitorIsBusy()) return false
        setOpen(true)
        return true
      }),
    [],
  )

  useEffect(() => {
    if (!isOpen) return
    hasChosen.current = false
    // Other dialogs stop the page from scrolling (base.css). That shifts it by the scroll bar's width, which would be visible to a visitor
    // who opened nothing.
    const { style } = document.documentElement
    style.overflow = 'visible'
    style.scrollbarGutter = 'auto'
    dialog()?.showModal()
    say('popup_view')
    return () => {
      style.overflow = ''
      style.scrollbarGutter = ''
    }
  }, [isOpen])

  const say = (interaction: RedlineInteraction) => track('redline', { interaction, slotsRemaining: latestLeft.current ?? null })

  function chooseRedLine() {
    track('cta_click', { cta: 'exitintent_redline_book', path: location.pathname, label: bookLabel })
    say('popup_book')
    choose()
  }

  function choose() {
    hasChosen.current = true
    dialog()?.close()
  }

  function closed() {
    if (!hasChosen.current) say('popup_close')
    setOpen(false)
  }

  // Adds nothing to the page's HTML until it shows.
  if (!isOpen) return null
  return (
    <div ref={frame}>
      <Dialog id={id} title="Can it wait?" onClose={closed}>
        {left === 0 ? (
          <SoldOut isClosed={isClosed} service={service} onBook={choose} />
        ) : (
          <Promotion left={left} service={service} onBook={chooseRedLine} />
        )}
      </Dialog>
    </div>
  )
}

interface PromotionProps extends Props {
  /** Undefined when the count was lost while the pop-up was open. */
  left: number | undefined
  onBook: () => void
}

function Promotion({ left, service, onBook }: PromotionProps) {
  const { priorityFeePence, redlineSlotsPerDay } = usePrices()
  const { emergencyPhone } = useDetails()
  return (
    <>
      <p className="text-2xl leading-tight font-bold">If not, we’ll dispatch an engineer within {redlineDispatchMinutes} minutes.</p>
      <p className="mt-4 flex min-h-12 flex-wrap items-center gap-x-4 border-y border-line py-3 font-bold">
        <Valves free={left ?? redlineSlotsPerDay} of={redlineSlotsPerDay} />
        {left === undefined ? `${redlineSlotsPerDay} slots a day` : slotsText(left)}
      </p>
      <p className="mt-4">
        Red Line Response is our fastest service. The priority fee is {priorityFeeText(priorityFeePence)}. The most you’ll pay, shown before
        you book, includes it.
      </p>
      <div className="mt-6 grid gap-3 md:grid-cols-2">
        <ButtonLink look="alarm" href={bookRedLine(service)} onClick={onBook}>
          {bookLabel}
        </ButtonLink>
        <NoThanks />
      </div>
      <p className="mt-4 text-sm">Not that urgent? Standard has no extra fee. {standardText()}</p>
      <p className="flex flex-wrap gap-x-6 text-sm">
        <a href={emergencyPhone.href} className="inline-flex min-h-11 items-center font-bold whitespace-nowrap">
          Call {emergencyPhone.text}
        </a>
        <a href={'/terms#red-line' satisfies SitePath} className="inline-flex min-h-11 items-center">
          Red Line terms
        </a>
      </p>
    </>
  )
}

/** The arrival without Red Line, as far as known. */
function standardText(): string {
  const { next } = getLive()
  return next ? `An engineer will be with you by ${next.by}.` : `${nobodyFree}.`
}

/** The last slot went while the pop-up was open, or no one is free for one now. */
function SoldOut({ isClosed, service, onBook }: Props & { isClosed: boolean; onBook: () => void }) {
  return (
    <>
      <p className="flex min-h-12 flex-wrap items-center gap-x-4 font-bold">
        <Valves free={0} of={usePrices().redlineSlotsPerDay} />
        {slotsText(0, isClosed)}
      </p>
      <p className="mt-4">
        {isClosed ? 'No engineer is free within 15 minutes.' : 'Someone has just taken today’s last Red Line slot.'} {standardText()}
      </p>
      <div className="mt-4 grid gap-3 md:grid-cols-2">
        <ButtonLink href={service ? bookType(service) : ('/book' satisfies SitePath)} onClick={onBook}>
          Book Standard
        </ButtonLink>
        <NoThanks />
      </div>
    </>
  )
}

const NoThanks = () => (
  <Button type="button" look="outline" command="close" commandfor={id}>
    No thanks
  </Button>
)

/** The pop-up may show again this long after the mouse has returned. */
const againAfterMs = 30_000

/**
 * Calls `show` when the mouse leaves the window through its top edge, unless that was shown just now. `show` returns whether it was shown.
 * Returns the function that stops it.
 */
function watchTopEdge(show: () => boolean): () => void {
  let hasJustShown = false
  let again: number | undefined
  const edge = document.documentElement
  const leave = ({ clientX, clientY, buttons }: MouseEvent) => {
    // A held button means a drag: a selection, the scroll bar.
    const isByTop = clientY <= 0 && clientX >= 0 && clientX < innerWidth && buttons === 0
    if (isByTop && !hasJustShown) hasJustShown = show()
  }
  const comeBack = () => {
    if (!hasJustShown || again !== undefined) return
    again = window.setTimeout(() => {
      hasJustShown = false
      again = undefined
    }, againAfterMs)
  }
  edge.addEventListener('mouseleave', leave)
  edge.addEventListener('mouseenter', comeBack)
  return () => {
    clearTimeout(again)
    edge.removeEventListener('mouseleave', leave)
    edge.removeEventListener('mouseenter', comeBack)
  }
}

/**
 * Returns true if a pop-up would disturb the visitor: another dialog, a field with focus, a form with answers, or a booking of this device
 * that is begun, being sent or just made.
 */
function visitorIsBusy(): boolean {
  if (document.querySelector('dialog[open], [data-sent], form[action="/book"] [name=step]:not([value="1"])')) return true
  if (document.activeElement?.matches('input, select, textarea')) return true
  return [...document.forms].some(hasAnswers) || keepsBooking()
}

const hasAnswers = (form: HTMLFormElement) =>
  [...form.elements].some((field) => {
    // Without a default of its own, a list starts with its first option.
    if (field instanceof HTMLSelectElement)
      return (
        field.selectedIndex !==
        Math.max(
          0,
          [...field.options].findIndex(({ defaultSelected }) => defaultSelected),
        )
      )
    if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue
    if (!(field instanceof HTMLInputElement)) return false
    return field.checked !== field.defaultChecked || field.value !== field.defaultValue
  })

/** Drafts in this tab, and undelivered bookings (/cookies names both). */
function keepsBooking(): boolean {
  try {
    const [device, tab]: [LocalStorage, SessionStorage] = [localStorage, sessionStorage]
    return tab.getItem('booking-draft') !== null || device.getItem('booking-outbox') !== null
  } catch {
    return false
  }
}
