import type { corePaths, offlinePath } from '#app/features/offline/kept-pages.ts'
import { Page } from '#app/features/site/components/page.tsx'
import { publicPage } from '#app/platform/public-page.ts'
import { useDetails } from '#app/platform/published-context.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { StopcockDrawing } from '#app/ui/drawings/stopcock.tsx'
import { business } from '#content/business.ts'
import type { Route } from './+types/offline'

export const headers = publicPage

export const meta: Route.MetaFunction = () => [
  { title: `No connection | ${business.name}` },
  {
    name: 'description',
    content: 'What this website shows when you’re offline: the phone numbers, and what’s saved on your device.',
  },
  { name: 'robots', content: 'noindex' },
]

/** Pages kept from the first visit on, the most helpful first. */
const kept: Record<Exclude<(typeof corePaths)[number], typeof offlinePath>, string> = {
  '/blog/find-your-stopcock': 'Find your stopcock',
  '/gas-emergency': 'Smell gas? What to do',
  '/book': 'Book now: we’ll send it when you’re back online',
  '/': 'Home page',
}

/** Shown without a connection instead of a page that this device hasn't kept: the service worker keeps this one. */
export default function Offline() {
  const { emergencyPhone } = useDetails()
  return (
    <Page scene="shut">
      <h1 className="text-2xl">You’re offline. Call us.</h1>
      <p className="mt-3 text-lg">You don’t need the internet to call. We answer day and night.</p>
      <ButtonLink look="outline" href={emergencyPhone.href} className="mt-5 min-h-[76px] w-full text-2xl md:w-auto">
        {emergencyPhone.text}
      </ButtonLink>
      <h2 className="mt-8 text-xl">Smell gas?</h2>
      <p className="mt-2">
        No flames, no switches. Open the windows, go outside, and call the {business.gasEmergency.name} free from there.
      </p>
      <ButtonLink look="outline" href={business.gasEmergency.href} className="mt-3">
        {`Gas: ${business.gasEmergency.text}`}
      </ButtonLink>
      <div className="mt-8 grid grid-cols-[96px_1fr] gap-3.5 border-t-2 border-ink pt-4">
        <StopcockDrawing className="w-full" />
        <div>
          <h2 className="text-xl">Water running?</h2>
          <p className="mt-1">
            Turn the stopcock clockwise until it stops. It’s usually under the kitchen sink, by the front door or under a small iron lid in
            the pavement.
          </p>
        </div>
      </div>
      <h2 className="mt-8 text-xl">On this device</h2>
      <ul className="mt-2">
        {Object.entries(kept).map(([path, label]) => (
          <li key={path}>
            <a href={path} className="inline-flex min-h-11 items-center font-bold">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </Page>
  )
}
