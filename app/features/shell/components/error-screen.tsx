import { ButtonLink } from '#app/ui/button.tsx'
import { business } from '#content/business.ts'
import { PhoneLink } from './page.tsx'

/**
 * Says `react-error` for an error that happened on the server, where no React may be running to say it: documents are not
 * hydrated. Constant; what React renders in the browser it does not run.
 */
const announceScript = `(() => {
  const detail = { message: 'The page could not be rendered', stack: '', componentStack: '' }
  console.error('react-error', detail)
  window.dispatchEvent(new CustomEvent('react-error', { detail }))
})()`

interface ErrorScreenProps {
  /** When it happened, in milliseconds since 1970: the id that the visitor can name. */
  errorId: number
  nonce: string | undefined
}

/** The screen for any uncaught rendering error (specification 1 section 2). What went wrong stands in the log, not here. */
export function ErrorScreen({ errorId, nonce }: ErrorScreenProps) {
  return (
    <main className="mx-auto max-w-[40em] px-4 py-12">
      <h1 className="text-2xl">Something Went Wrong</h1>
      <p className="mt-3">The site has hit an unexpected error. Your plumbing emergency remains our priority.</p>
      <div className="mt-6 rounded-key border-2 border-ink bg-chalk p-4">
        <h2 className="text-xl">Need Emergency Help Right Now?</h2>
        <PhoneLink label={`Call ${business.emergencyPhone.text}`} className="mt-3" />
        <p className="mt-2 text-sm">Available 24/7 for emergency plumbing</p>
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        {/* An empty address is this page again: a reload that needs no script. */}
        <ButtonLink href="">Try Again</ButtonLink>
        <ButtonLink look="outline" href="/">
          Go Home
        </ButtonLink>
      </div>
      <p className="mt-6 text-sm text-muted">Error ID: {errorId}. If the problem persists, please contact support and name it.</p>
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: announceScript }} />
    </main>
  )
}
