import { ErrorPanel } from './error-panel.tsx'

/**
 * Dispatches `react-error` for an error on the server, as documents are not hydrated. Constant; React doesn't run it when it renders in the
 * browser.
 */
const announceScript = `(() => {
  const detail = { message: 'The page could not be rendered', stack: '', componentStack: '' }
  console.error('react-error', detail)
  window.dispatchEvent(new CustomEvent('react-error', { detail }))
})()`

interface ErrorScreenProps {
  /** The time of the error in milliseconds since 1970: an id that the visitor can quote. */
  errorId: number
  nonce: string | undefined
}

/** The screen for any uncaught rendering error. The error itself is only in the log. */
export function ErrorScreen({ errorId, nonce }: ErrorScreenProps) {
  return (
    <main className="mx-auto max-w-[40em] px-4 py-12">
      <ErrorPanel errorId={errorId} />
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: announceScript }} />
    </main>
  )
}
