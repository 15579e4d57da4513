import { Page } from '#app/features/shell/components/page.tsx'
import { privateHeaders } from '#app/platform/public-page.ts'
import { useDetails } from '#app/platform/published-context.ts'
import type { SitePath } from '#app/platform/site-path.ts'
import { ButtonLink } from '#app/ui/button.tsx'

export const meta = () => [{ title: 'A new link is on its way | Emergency Plumbers London' }, { name: 'robots', content: 'noindex' }]
export const headers = () => privateHeaders

/** Where somebody comes who has made a private link worthless: they do not see the new one here. */
export default function NewLink() {
  const { emergencyPhone } = useDetails()
  return (
    <Page>
      <div className="max-w-[36em]">
        <h1 className="text-2xl">A new link is on its way</h1>
        <p className="mt-3 text-lg">
          The old link shows nothing any more. The new one goes by mail to the address that the booking was made with.
        </p>
        <p className="mt-3">
          No mail? Ring{' '}
          <a href={emergencyPhone.href} className="inline-flex min-h-11 items-center font-bold whitespace-nowrap">
            {emergencyPhone.text}
          </a>{' '}
          and name your reference. If you have an account with that address, the booking is in My bookings.
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink href={'/account/bookings' satisfies SitePath}>My bookings</ButtonLink>
          <ButtonLink look="outline" href={'/' satisfies SitePath}>
            Back to Home
          </ButtonLink>
        </div>
      </div>
    </Page>
  )
}
