import { Page } from '#app/features/site/components/page.tsx'
import { PhoneLink } from '#app/features/site/components/phone-link.tsx'
import { pageMeta, siteUrlOf } from '#app/features/site/page-meta.ts'
import { publicPage } from '#app/platform/public-page.ts'
import { useDetails } from '#app/platform/published-context.ts'
import { Breadcrumb, breadcrumbList } from '#app/ui/breadcrumb.tsx'
import { Section } from '#app/ui/section.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { business } from '#content/business.ts'
import { callBackHours, guaranteeMonths, guaranteeVisitDays, refundDays } from '#content/stated.ts'
import type { Route } from './+types/guarantee'

export const headers = publicPage

const path = '/guarantee' satisfies SitePath
const crumbs = [{ label: 'Home', href: '/' satisfies SitePath }, { label: 'Guarantee' }]

export const meta: Route.MetaFunction = ({ matches }) => {
  const siteUrl = siteUrlOf(matches)
  return pageMeta({
    siteUrl,
    path,
    title: `Our ${guaranteeMonths}-Month Guarantee, and How to Claim | ${business.name}`,
    description: `Same problem back? Our work is guaranteed for ${guaranteeMonths} months. How to claim, through your private link or by phone, and how soon we’ll return.`,
    keywords: ['plumber guarantee London', 'plumbing repair guarantee claim', 'same leak is back'],
    structuredData: { '@context': 'https://schema.org', ...breadcrumbList(crumbs, siteUrl + path, siteUrl) },
  })
}

export default function Guarantee() {
  const { emergencyPhone } = useDetails()
  return (
    <Page scene="shut">
      <Breadcrumb crumbs={crumbs} />
      <h1 className="mt-2 mb-3 text-[clamp(2.25rem,1.45rem+3vw,3.75rem)] leading-none tracking-[-0.03em]">Same problem back?</h1>
      <p className="text-lg leading-snug">
        {`We’re sorry. Our work is guaranteed for ${guaranteeMonths} months from the day we did it. If it fails, we’ll fix it for free: call-out, time and materials.`}
      </p>
      <Section id="claim" title="How to claim">
        <ol className="list-decimal pl-6">
          <li className="mt-2">
            Open the private link in our emails or texts about that visit, and choose <b>The same problem is back</b>. With an account, it’s
            beside the visit in <a href={'/account/bookings' satisfies SitePath}>your bookings</a>.
          </li>
          <li className="mt-2">
            Tell us what’s happening, and choose as soon as possible or a time that suits you. Your free visit is booked there and then, and
            you can add photos. You don’t need the bill or any proof.
          </li>
          <li className="mt-2">
            <b>Rather talk to us?</b> <a href={emergencyPhone.href}>Call {emergencyPhone.text}</a> at any time and quote your reference,
            which begins with BK-.
          </li>
        </ol>
        <div className="mt-6">
          <PhoneLink className="hidden lg:inline-flex" />
        </div>
      </Section>
      <Section id="how-soon" title="How soon we’ll return">
        <ul className="border-t-2 border-ink">
          <li className="border-b border-line py-2.5">{`If the same problem becomes an emergency again: within ${callBackHours} hours.`}</li>
          <li className="border-b border-line py-2.5">{`Otherwise: within ${guaranteeVisitDays} days, on a day you choose.`}</li>
          <li className="border-b border-line py-2.5">
            If it turns out to be a new problem, the visit is still free, and we’ll tell you the price of the work before we start.
          </li>
        </ul>
      </Section>
      <Section id="not-covered" title="What isn’t covered">
        <p>
          Wear and tear, misuse, work by others, or a fault you didn’t fix after we warned you in writing. Parts are covered by the
          manufacturer’s guarantee, and you keep your legal rights against us.
        </p>
      </Section>
      <Section id="not-happy" title="Not satisfied for any reason?">
        <p>
          {`Tell us within ${refundDays} days of the visit, with the link in our emails or by phone. You choose: we’ll fix it for free, or refund what you paid for the visit. `}
          <a href={'/terms#guarantees' satisfies SitePath}>The guarantees in our terms</a> ·{' '}
          <a href={'/contact#complaints' satisfies SitePath}>How we handle complaints</a>
        </p>
      </Section>
    </Page>
  )
}
