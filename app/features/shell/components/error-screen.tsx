import { ErrorPanel } from './error-panel.tsx'

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

/** The screen for any uncaught rendering error. What went wrong stands in the log, not here. */
export function ErrorScreen({ errorId, nonce }: ErrorScreenProps) {
  return (
    <main className="mx-auto max-w-[40em] px-4 py-12">
      <ErrorPanel errorId={errorId} />
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: announceScript }} />
    </main>
  )
}
