import { type RefObject, useEffect, useRef, useState } from 'react'
import { spokenTime } from '#app/platform/spoken-time.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { type SessionTimes, sessionPath, warnBeforeMs } from './session-times.ts'

const id = 'session-end'

/** 'over': the user is no longer signed in. */
type Phase = 'quiet' | 'warned' | 'over'

/**
 * Warns five minutes before the session ends, and offers to stay signed in. It asks the server first, since another page may have extended
 * it; without an answer it uses its own clock.
 */
export default function SessionEnd(times: SessionTimes) {
  const { phase, endsAt, mayStay, stay } = useSessionEnd(times)
  const frame = useRef<HTMLDivElement>(null)
  useShown(frame, phase)
  // Adds nothing to the page's HTML.
  if (phase === 'quiet') return null
  return (
    <div ref={frame}>
      <Dialog id={id} title={phase === 'over' ? 'You’ve been signed out' : 'Still there?'}>
        {phase === 'over' ? <Over /> : mayStay ? <Idle at={clockTime(endsAt)} onStay={stay} /> : <Longest at={clockTime(endsAt)} />}
      </Dialog>
    </div>
  )
}

function useSessionEnd({ leftMs, mayStay }: SessionTimes) {
  const [phase, setPhase] = useState<Phase>('quiet')
  const [end, setEnd] = useState({ at: 0, mayStay })
  const channel = useRef<BroadcastChannel>(undefined)

  const learn = (told: SessionTimes) => {
    setEnd({ at: Date.now() + told.leftMs, mayStay: told.mayStay })
    if (told.leftMs <= warnBeforeMs) return
    // Closed before it is removed, so that the focus returns.
    document.querySelector<HTMLDialogElement>(`#${id}`)?.close()
    setPhase('quiet')
  }

  // The times rendered with the page, updated with it.
  useEffect(() => learn({ leftMs, mayStay }), [leftMs, mayStay])

  useEffect(() => {
    // Pages of one browser tell each other that the session was extended.
    const opened = new BroadcastChannel('session')
    channel.current = opened
    opened.onmessage = async ({ data }) => {
      const told = data ? (data as SessionTimes) : await ask('GET')
      if (told && told !== 'nobody') learn(told)
    }
    // Signing in again in this tab also continues the others: they ask for the state.
    opened.postMessage(null)
    return () => opened.close()
  }, [])

  useEffect(() => {
    if (end.at === 0 || phase === 'over') return
    const dueAt = phase === 'quiet' ? end.at - warnBeforeMs : end.at
    let timer = 0
    const wait = () => {
      clearTimeout(timer)
      timer = window.setTimeout(due, Math.max(0, dueAt - Date.now()))
    }
    async function due() {
      const told = await ask('GET')
      if (told === 'nobody') setPhase('over')
      else if (!told) setPhase(end.at <= Date.now() ? 'over' : 'warned')
      else {
        learn(told)
        if (told.leftMs <= warnBeforeMs) setPhase('warned')
      }
    }
    // A sleeping device runs no timers.
    const wake = () => !document.hidden && wait()
    wait()
    document.addEventListener('visibilitychange', wake)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', wake)
    }
  }, [end, phase])

  async function stay() {
    const told = await ask('POST')
    if (told === 'nobody') setPhase('over')
    else if (told) {
      learn(told)
      channel.current?.postMessage(told)
    }
  }

  return { phase, endsAt: end.at, mayStay: end.mayStay, stay }
}

/** Undefined: no answer, or an invalid one. */
async function ask(method: 'GET' | 'POST'): Promise<SessionTimes | 'nobody' | undefined> {
  try {
    const response = await fetch(sessionPath, { method, cache: 'no-store' })
    if (response.status === 401) return 'nobody'
    return response.ok ? ((await response.json()) as SessionTimes) : undefined
  } catch {
    return undefined
  }
}

/** Opens with the first warning and closes with the last; after being closed it opens again only for a new state. */
function useShown(frame: RefObject<HTMLDivElement | null>, phase: Phase) {
  useEffect(() => {
    const dialog = frame.current?.querySelector('dialog')
    if (phase === 'quiet' || !dialog || dialog.open) return
    dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-first]')?.focus()
  }, [frame, phase])
}

const clockTime = (at: number) => spokenTime(new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' }))

function Idle({ at, onStay }: { at: string; onStay: () => void }) {
  return (
    <>
      <p className="text-lg">You haven’t used this page for a while. To keep your account safe, we’ll sign you out at {at}.</p>
      <div className="mt-6 grid gap-3 md:grid-cols-2">
        <Button type="button" data-first onClick={onStay}>
          Stay signed in
        </Button>
        <SignOut label="Sign out now" />
      </div>
    </>
  )
}

function Longest({ at }: { at: string }) {
  return (
    <>
      <p className="text-lg">
        You’ve been signed in for as long as we allow, so we’ll sign you out at {at}. Finish what you’re doing, or sign in again now.
      </p>
      <div className="mt-6 grid gap-3 md:grid-cols-2">
        <Button type="button" data-first command="close" commandfor={id}>
          Stay signed in
        </Button>
        <SignOut label="Sign in again" next={here()} />
      </div>
    </>
  )
}

function Over() {
  return (
    <>
      <p className="text-lg">Nothing you’ve typed is lost. Sign in again in a new tab, then come back here.</p>
      <div className="mt-6">
        <ButtonLink data-first target="_blank" href={`/auth?next=${encodeURIComponent(here())}` satisfies SitePath}>
          Sign in again
        </ButtonLink>
      </div>
    </>
  )
}

const here = () => location.pathname + location.search

function SignOut({ label, next }: { label: string; next?: string }) {
  return (
    <form method="post" action={'/auth/sign-out' satisfies SitePath}>
      {next && <input type="hidden" name="next" value={next} />}
      <Button look="outline" className="w-full">
        {label}
      </Button>
    </form>
  )
}
