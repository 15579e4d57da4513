import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useLocation, useMatches, useRevalidator } from 'react-router'
import { tooManyText } from '#app/platform/errors.ts'
import { type FailedSubmit, getFailedSubmit, noteShownPage, subscribeFailedSubmit, watchSubmits } from '#app/platform/failed-submit.ts'
import { Button } from './button.tsx'
import { dismissToasts } from './toast.ts'

/** A form's own words for a submit that failed: `<Form {...failureWords(words)}>`. */
export const failureWords = ({ title, text }: { title: string; text: string }) => ({
  'data-failure-title': title,
  'data-failure-text': text,
})

/**
 * Shows at the end of a form that it could not be sent, with a button to try again. Once on each hydrated page. Each submit clears the
 * toasts of the one before.
 */
export function FailedSubmitNotice() {
  const failed = useSyncExternalStore(subscribeFailedSubmit, getFailedSubmit, () => undefined)
  useEffect(() => watchSubmits(dismissToasts), [])
  useShownPage()
  const box = useBoxIn(failed?.form)
  return failed && box ? createPortal(<Words {...failed} />, box) : null
}

function useShownPage(): void {
  const { pathname, search, key } = useLocation()
  const matches = useMatches()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const loaderData = Object.fromEntries(matches.map((match) => [match.id, match.loaderData]))
    noteShownPage({ place: pathname + search, key, loaderData, readAgain: revalidate })
  }, [pathname, search, key, matches, revalidate])
}

/** Inside the form, or a dialog around it would make the notice inert. */
function useBoxIn(form: HTMLFormElement | undefined): HTMLElement | undefined {
  const [box, setBox] = useState<HTMLElement>()
  useEffect(() => {
    if (!form) return
    const made = document.createElement('div')
    made.className = 'basis-full'
    form.append(made)
    setBox(made)
    return () => {
      made.remove()
      setBox(undefined)
    }
  }, [form])
  return box
}

function Words(failed: FailedSubmit) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const { title, text } = wordsOf(failed)
  return (
    <div ref={notice} role="alert" className="mt-5 border-l-4 border-alarm py-1 pl-4">
      <p className="font-bold">{title}</p>
      <p>{text}</p>
      {'href' in failed && (
        <p>
          <a href={failed.href} target="_blank" rel="noopener" className="inline-flex min-h-11 items-center font-bold">
            {failed.reason === 'session' ? 'Sign in (opens in a new tab)' : 'Confirm it’s you (opens in a new tab)'}
          </a>
        </p>
      )}
      <Button type="button" look="outline" className="mt-2" onClick={failed.sendAgain}>
        Send again
      </Button>
    </div>
  )
}

function wordsOf({ form, reason }: FailedSubmit): { title: string; text: string } {
  if (reason === 'session')
    return {
      title: 'You’ve been signed out.',
      text: 'What you’ve typed is still here. Sign in again, then come back to this tab and send it.',
    }
  if (reason === 'proof')
    return {
      title: 'Please confirm it’s you.',
      text: 'What you’ve typed is still here. Confirm it’s you, then come back to this tab and send it.',
    }
  if (reason === 'busy') return { title: 'That didn’t go through.', text: tooManyText }
  const { failureTitle: title, failureText: text } = form.dataset
  if (title && text) return { title, text }
  return {
    title: 'That didn’t go through.',
    text: reason === 'offline' ? 'Check your connection and try again.' : 'Something went wrong on our side. Please try again in a moment.',
  }
}
