import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createPortal } from 'react-dom'
import { dismissToast, getToasts, subscribeToasts, type Toast } from './toast.ts'

const mostShown = 3
const shownMs = 8_000
const tickMs = 250
const gapPx = 8
/** The server's snapshot. */
const none: readonly Toast[] = []

/**
 * Region for toasts: once on a page. Alt+T moves the focus there, Escape back. Older toasts wait until there is room. `edge`: the edge of
 * small screens that they grow from; by default above the call bar.
 */
export function Toaster({ edge = 'bottom-[104px]' }: { edge?: string }) {
  const toasts = useSyncExternalStore(subscribeToasts, getToasts, () => none).slice(0, mostShown)
  const home = useRef<HTMLDivElement>(null)
  const region = useRef<HTMLElement>(null)
  const cameFrom = useRef<HTMLElement>(null)
  const [box, setBox] = useState<HTMLElement>()
  useLayoutEffect(() => setBox(document.createElement('div')), [])
  useShortcut(region, toasts.length > 0)
  useOpenDialog(box, home, toasts.length > 0)
  useStack(region, toasts)

  const goBack = () => {
    const active = document.activeElement as HTMLElement
    if (!region.current?.contains(active)) return
    active.blur()
    cameFrom.current?.focus()
  }
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget as HTMLElement | null
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // Otherwise it would close the dialog around the region.
    event.preventDefault()
    goBack()
  }
  const close = (id: number) => {
    goBack()
    dismissToast(id)
  }
  return (
    <div ref={home}>
      {box &&
        // React handles a portal's events wherever its box is.
        createPortal(
          <section
            ref={region}
            aria-label="Notifications"
            aria-keyshortcuts="Alt+T"
            tabIndex={-1}
            onFocus={onFocus}
            onKeyDown={onKeyDown}
            className={`group fixed inset-x-3 z-20 text-base outline-none lg:right-6 lg:bottom-6 lg:left-auto lg:w-96 ${edge}`}
          >
            <ol>
              {toasts.map((toast) => (
                <Item key={toast.id} toast={toast} onClose={() => close(toast.id)} />
              ))}
            </ol>
          </section>,
          box,
        )}
    </div>
  )
}

function Item({ toast: { id, title, text, tone, action, lasting }, onClose }: { toast: Toast; onClose: () => void }) {
  const item = useRef<HTMLLIElement>(null)
  const alarm = tone === 'alarm'
  useEffect(() => {
    if (alarm || lasting) return
    let leftMs = shownMs
    const timer = setInterval(() => {
      // Its timer is paused while no one can see it, and while someone uses it.
      if (document.hidden || item.current?.closest('section')?.matches(':hover, :focus-within')) return
      leftMs -= tickMs
      if (leftMs <= 0) dismissToast(id)
    }, tickMs)
    return () => clearInterval(timer)
  }, [id, alarm, lasting])
  return (
    <li
      ref={item}
      className={`absolute inset-x-0 bottom-0 flex items-start rounded-key border-2 pl-4 leading-snug outline-offset-2 outline-ink group-focus-visible:outline-3 ${alarm ? 'border-alarm bg-alarm-wash' : 'border-ink bg-chalk'}`}
    >
      <div className="min-w-0 grow py-2.5">
        <div role={alarm ? 'alert' : 'status'}>
          <p className="font-bold">{title}</p>
          {text && <p className="text-sm">{text}</p>}
        </div>
        {action && (
          <a href={action.href} className="inline-flex min-h-11 items-center font-bold">
            {action.label}
          </a>
        )}
      </div>
      <button type="button" onClick={onClose} className="min-h-11 cursor-pointer px-4 text-sm font-bold underline">
        Close
      </button>
    </li>
  )
}

/** Alt+T brings the focus to the region; the newest toast comes first in it. */
function useShortcut(region: RefObject<HTMLElement | null>, active: boolean): void {
  useEffect(() => {
    if (!active) return
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      // By its place: with Alt held, the key may write another letter.
      if (!event.altKey || event.code !== 'KeyT') return
      event.preventDefault()
      region.current?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [region, active])
}

/** While a modal dialog is open, everything outside it is inert: the region's box is then moved into the dialog. */
function useOpenDialog(box: HTMLElement | undefined, home: RefObject<HTMLElement | null>, active: boolean): void {
  useLayoutEffect(() => {
    if (!box) return
    const move = () => {
      const place = (active && [...document.querySelectorAll('dialog:modal')].at(-1)) || home.current
      if (box.parentElement !== place) place?.append(box)
    }
    move()
    if (!active) return
    const observer = new MutationObserver(move)
    observer.observe(document, { subtree: true, childList: true, attributeFilter: ['open'] })
    return () => observer.disconnect()
  }, [box, home, active])
}

/** Returns true if the region is at the upper edge of the screen: it has no height of its own. */
const isAbove = (region: HTMLElement | null) => region !== null && region.offsetTop < innerHeight / 2

/** Stacks the toasts, the oldest nearest to the bottom edge or farthest from the top one, with transforms: no layout shifts. */
function useStack(region: RefObject<HTMLElement | null>, toasts: Toast[]): void {
  useLayoutEffect(() => {
    const stack = () => {
      const items = [...(region.current?.querySelectorAll('li') ?? [])]
      let reachPx = 0
      if (isAbove(region.current)) {
        for (const item of items) {
          item.style.translate = `0 ${reachPx + item.offsetHeight}px`
          reachPx += item.offsetHeight + gapPx
        }
        return
      }
      for (const item of items.reverse()) {
        item.style.translate = `0 ${-reachPx}px`
        reachPx += item.offsetHeight + gapPx
      }
    }
    stack()
    addEventListener('resize', stack)
    return () => removeEventListener('resize', stack)
  }, [region, toasts])
}
