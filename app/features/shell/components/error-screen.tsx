import { useEffect } from 'react'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { business } from '#content/business.ts'
import { PhoneLink } from './page.tsx'

/** What the browser event `react-error` carries (specification 1 section 2, fallback error screen). */
export interface ReactErrorDetail {
  message: string
  stack: string
  componentStack: string
}

/**
 * Tells the page that rendering failed, where no React runs to tell it: documents are not hydrated. It is constant, and reads
 * its data from the screen's attributes. It also makes 'Try Again' a reload.
 */
const announceScript = `(() => {
  const screen = document.currentScript.closest('[data-error-message]')
  const detail = { message: screen.dataset.errorMessage, stack: '', componentStack: '' }
  console.error('react-error', detail)
  window.dispatchEvent(new CustomEvent('react-error', { detail }))
  screen.querySelector('button').addEventListener('click', () => location.reload())
})()`

interface ErrorScreenProps {
  /** When it happened, in milliseconds since 1970: the id the visitor can name. */
  errorId: number
  /** Neutral on the server; what was thrown in the browser. */
  detail: ReactErrorDetail
  nonce?: string
  /** React is running: it announces the error itself. */
  hydrated: boolean
}

/** The screen for any uncaught rendering error (specification 1 section 2). */
export function ErrorScreen({ errorId, detail, nonce, hydrated }: ErrorScreenProps) {
  useEffect(() => {
    console.error('react-error', detail)
    window.dispatchEvent(new CustomEvent('react-error', { detail }))
  }, [detail])
  return (
    <main data-error-message={detail.message} className="mx-auto max-w-[40em] px-4 py-12">
      <h1 className="text-2xl">Something Went Wrong</h1>
      <p className="mt-3">The site has hit an unexpected error. Your plumbing emergency remains our priority.</p>
      <div className="mt-6 rounded-key border-2 border-ink bg-chalk p-4">
        <h2 className="text-xl">Need Emergency Help Right Now?</h2>
        <PhoneLink label={`Call ${business.emergencyPhone.text}`} className="mt-3" />
        <p className="mt-2 text-sm">Available 24/7 for emergency plumbing</p>
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button type="button" onClick={() => window.location.reload()}>
          Try Again
        </Button>
        <ButtonLink look="outline" href="/">
          Go Home
        </ButtonLink>
      </div>
      <p className="mt-6 text-sm text-muted">Error ID: {errorId}. If the problem persists, please contact support and name it.</p>
      {!hydrated && <script nonce={nonce} dangerouslySetInnerHTML={{ __html: announceScript }} />}
    </main>
  )
}
