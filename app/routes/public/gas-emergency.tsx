import { Page } from '#app/features/site/components/page.tsx'
import { pageMeta, siteUrlOf } from '#app/features/site/page-meta.ts'
import { publicPage } from '#app/platform/public-page.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { business } from '#content/business.ts'
import type { Route } from './+types/gas-emergency'

export const headers = publicPage

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    path: '/gas-emergency' satisfies SitePath,
    title: 'Smell gas? What to do now | Emergency Plumbers London',
    keywords: ['smell gas', 'gas leak London', 'National Gas Emergency Service', '0800 111 999'],
    description:
      'If you smell gas: no flames, no switches, open the windows, leave, and call the National Gas Emergency Service free on 0800 111 999.',
  })

const steps = [
  'Don’t smoke, strike a match, or use a lighter. Put out any naked flame.',
  'Don’t touch any switches or plugs, and don’t use the doorbell.',
  'Open doors and windows.',
  'If you can reach the meter and know how, turn its lever across the pipe to shut off the gas. Don’t go down to a meter in a cellar.',
  'Go outside, take everyone with you, and call from there.',
  'Don’t go back in until you’re told it’s safe.',
]

/** Before any booking: gas is the network's emergency, and nothing is sold here. */
export default function GasEmergency() {
  return (
    <Page scene="gas" sellsNothing>
      <h1 className="text-2xl">Do you smell gas? Call from outside, now.</h1>
      <p className="mt-3 text-lg">The {business.gasEmergency.name} is free, day and night. They’ll make it safe, free of charge.</p>
      <ButtonLink look="alarm" href={business.gasEmergency.href} className="mt-5 min-h-[76px] w-full text-2xl md:w-auto">
        {business.gasEmergency.text}
      </ButtonLink>
      <ol className="mt-6 list-decimal pl-6">
        {steps.map((step) => (
          <li key={step} className="mt-2">
            {step}
          </li>
        ))}
      </ol>
      <h2 className="mt-8 text-xl">Headache, dizziness or feeling sick near a boiler or fire?</h2>
      <p className="mt-2">
        It could be carbon monoxide, which has no smell. Switch the appliance off, open the windows, leave, and call the same number. Don’t
        go back in until you’re told it’s safe. If anyone is unwell, call 999.
      </p>
      <p className="mt-8 border-t border-line pt-4">
        Not gas?{' '}
        <a href={'/book' satisfies SitePath} className="inline-flex min-h-11 items-center font-bold">
          Go back to the booking form
        </a>
      </p>
    </Page>
  )
}
