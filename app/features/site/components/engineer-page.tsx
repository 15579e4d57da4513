import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import { type NotOnPhone, notOnPhone } from '#app/features/offline/not-on-phone.ts'
import { keepOffline } from '#app/features/offline/register.ts'
import { ActsStatus } from '#app/features/visit/acts-status.tsx'
import { forgetKeptJobs } from '#app/features/visit/keep-jobs.ts'
import { actsQueue, useSending } from '#app/features/visit/use-acts.ts'
import { useEngineerLive } from '#app/features/visit/use-engineer-live.ts'
import type { LocalStorage } from '#app/platform/device-storage.ts'
import { useEmergencyPhone } from '#app/platform/published-context.ts'
import { DrawingDefs } from '#app/ui/drawings/symbols.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { Logo } from './logo.tsx'
import { SkipLink } from './skip-link.tsx'
import { SignOut } from './viewer-links.tsx'

/** The frame of an engineer's pages, for one hand on a phone. It sends waiting acts. `isMissing`: there is no such page to read again. */
export function EngineerPage({ isMissing, children }: { isMissing?: boolean; children: ReactNode }) {
  const { engineer } = useRouteLoaderData<{ engineer?: { id: string; mark?: string } }>('root') ?? {}
  useSending(engineer?.id)
  useEngineerLive(isMissing ? undefined : engineer?.mark)
  useHeldSubmits()
  const office = useEmergencyPhone()
  useEffect(() => {
    if ('serviceWorker' in navigator) void keepOffline()
  }, [])
  return (
    <>
      <ChosenLook />
      <HeldSubmits />
      <SkipLink />
      <DrawingDefs symbols={['logo']} />
      <header className="border-b-2 border-ink bg-chalk">
        <div className="mx-auto flex max-w-[40em] flex-wrap items-center justify-between gap-x-4 px-4">
          <Logo />
          <a href={'/account/alerts' satisfies SitePath} className="ml-auto inline-flex min-h-12 items-center font-semibold">
            Alerts
          </a>
          <SignOut className="min-h-12 cursor-pointer font-semibold underline" onSubmit={forgetJobs} />
        </div>
      </header>
      <main id="main" className="mx-auto max-w-[40em] px-4 pb-10">
        <ActsStatus next={useLocation().pathname} />
        <Missing />
        {children}
        <p className="mt-8">
          <a href={office.href} className="inline-flex min-h-12 items-center font-bold">
            Call the office: {office.text}
          </a>
        </p>
        <LookSwitch />
      </main>
    </>
  )
}

/** Leads back from one of their pages. */
export const AllJobs = () => (
  <p className="mt-3">
    <a href={'/engineer' satisfies SitePath} className="inline-flex min-h-12 items-center font-bold">
      All your jobs
    </a>
  </p>
)

const missingTexts: Record<NotOnPhone, string> = {
  photo: 'You need a signal to open that photo: it isn’t saved on this phone yet.',
  page: 'You need a signal to open that page: it isn’t saved on this phone.',
}

/**
 * Shown without signal, by the page's address, if this phone has no copy of that page. Reads the address in the browser, as this page may
 * itself be a copy.
 */
function Missing() {
  const { search } = useLocation()
  const [text, setText] = useState<string>()
  useEffect(() => {
    const missing = new URLSearchParams(search).get(notOnPhone)
    setText(missing === 'photo' || missing === 'page' ? missingTexts[missing] : undefined)
  }, [search])
  return <div role="status">{text && <p className="mt-4 bg-lamp px-3 py-2 font-bold">{text}</p>}</div>
}

/** Before someone else uses this phone; unsent acts wait for their engineer. */
function forgetJobs() {
  forgetKeptJobs()
  void actsQueue().wipe()
}

declare global {
  interface Window {
    /** Submits the held forms, and stops holding. */
    sendHeld?: () => void
  }
}

/** Scripts that haven't run 10 seconds after the tap may never run: then the browser posts the form. */
const script = `{
const held = new Map
const hold = (event) => {
  event.preventDefault()
  if (!held.size) setTimeout(() => sendHeld(), 10000)
  held.set(event.target, event.submitter)
}
addEventListener('submit', hold, true)
window.sendHeld = () => {
  removeEventListener('submit', hold, true)
  for (const [form, button] of held) form.requestSubmit(button)
  held.clear()
}}`

/**
 * Holds forms submitted before React runs, which the browser would post: without a connection they would be lost. Constant, and allowed by
 * the response's nonce.
 */
function HeldSubmits() {
  const { nonce } = useRouteLoaderData<{ nonce?: string }>('root') ?? {}
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
}

/** Submits the held forms, once React handles them. */
const useHeldSubmits = (): void => useEffect(() => window.sendHeld?.(), [])

const looks = { phone: 'Auto', bright: 'Bright', dark: 'Dark' } as const
type Look = keyof typeof looks

/** Applies this phone's colour scheme before the first paint. Constant, and allowed by the response's nonce. */
function ChosenLook() {
  const { nonce } = useRouteLoaderData<{ nonce?: string }>('root') ?? {}
  const script = `try{let l=localStorage.getItem('engineer-look');if(l)document.documentElement.dataset.look=l}catch{}`
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
}

/** Switches an engineer's pages between light and dark; kept on the phone. */
function LookSwitch() {
  const [look, setLook] = useState<Look>()
  useEffect(() => {
    const { look: chosen } = document.documentElement.dataset
    setLook(chosen === 'bright' || chosen === 'dark' ? chosen : 'phone')
  }, [])
  if (!look) return null
  return (
    <fieldset className="mt-10 border-t border-line pt-3">
      <legend className="sr-only">Look</legend>
      <div className="flex flex-wrap gap-2">
        {(Object.keys(looks) as Look[]).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={look === each}
            className={`min-h-12 min-w-16 flex-1 rounded-key border-2 px-1 font-semibold ${look === each ? 'border-ink bg-ink text-chalk' : 'border-ink'}`}
            onClick={() => {
              choose(each)
              setLook(each)
            }}
          >
            {looks[each]}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

function choose(look: Look) {
  const { dataset } = document.documentElement
  if (look === 'phone') delete dataset.look
  else dataset.look = look
  try {
    const device: LocalStorage = localStorage
    if (look === 'phone') device.removeItem('engineer-look')
    else device.setItem('engineer-look', look)
  } catch {
    // The choice then lasts while the page is open.
  }
}
