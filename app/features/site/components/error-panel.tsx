import { useEmergencyPhone } from '#app/platform/published-context.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { openAlways } from '#content/stated.ts'

/** The error screen, for a whole page or for the island that failed. */
export function ErrorPanel({ errorId, heading: Heading = 'h1' }: { errorId: number; heading?: 'h1' | 'h2' }) {
  const emergencyPhone = useEmergencyPhone()
  return (
    <>
      <Heading className="text-2xl">Something Went Wrong</Heading>
      <p className="mt-3">The site has hit an unexpected error. Your plumbing emergency remains our priority.</p>
      <div className="mt-6 rounded-key border-2 border-ink bg-chalk p-4">
        <h2 className="text-xl">Need Emergency Help Right Now?</h2>
        <ButtonLink look="alarm" href={emergencyPhone.href} className="mt-3 whitespace-nowrap">
          {`Call ${emergencyPhone.text}`}
        </ButtonLink>
        <p className="mt-2 text-sm">{`Available ${openAlways} for emergency plumbing`}</p>
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        {/* An empty address reloads this page without a script. */}
        <ButtonLink href="">Try Again</ButtonLink>
        <ButtonLink look="outline" href={'/' satisfies SitePath}>
          Go Home
        </ButtonLink>
      </div>
      <p className="mt-6 text-sm text-muted">Error ID: {errorId}. If the problem persists, please contact support and quote this ID.</p>
    </>
  )
}
