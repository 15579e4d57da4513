import { Page } from '#app/features/site/components/page.tsx'
import { PhoneLink } from '#app/features/site/components/phone-link.tsx'
import { pageMeta, siteUrlOf } from '#app/features/site/page-meta.ts'
import { publicPage } from '#app/platform/public-page.ts'
import { useDetails } from '#app/platform/published-context.ts'
import { Breadcrumb, breadcrumbList } from '#app/ui/breadcrumb.tsx'
import { Section } from '#app/ui/section.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { business, postalAddress } from '#content/business.ts'
import { usedDisputeProvider } from '#content/legal-identity.ts'
import { complaints, openAlways } from '#content/stated.ts'
import type { Route } from './+types/contact'

export const headers = publicPage

const path = '/contact' satisfies SitePath
const crumbs = [{ label: 'Home', href: '/' satisfies SitePath }, { label: 'Contact' }]

export const meta: Route.MetaFunction = ({ matches }) => {
  const siteUrl = siteUrlOf(matches)
  return pageMeta({
    siteUrl,
    path,
    title: `Contact and Complaints | ${business.name}`,
    description: `Call us free at any time, message us about a booking, or make a complaint. See how we handle complaints and when you’ll hear back.`,
    keywords: ['contact emergency plumber London', 'plumber complaint', 'emergency plumber phone number'],
    structuredData: { '@context': 'https://schema.org', ...breadcrumbList(crumbs, siteUrl + path, siteUrl) },
  })
}

export default function Contact() {
  const details = useDetails()
  const { emergencyPhone, chatPhone, email, company } = details
  const disputes = usedDisputeProvider(company)
  const address = postalAddress(details)
  return (
    <Page scene="door">
      <Breadcrumb crumbs={crumbs} />
      <h1 className="mt-2 mb-3 text-[clamp(2.25rem,1.45rem+3vw,3.75rem)] leading-none tracking-[-0.03em]">Contact us</h1>
      <p className="text-lg leading-snug">{`Got an emergency? Call us. It’s free, and a real person answers ${openAlways}.`}</p>
      <div className="mt-5 flex flex-wrap gap-3">
        <PhoneLink look="outline" className="min-h-[62px] text-[min(1.5rem,9vw)]" />
      </div>
      <p className="mt-4">
        <b>Smell gas?</b> Go outside and call{' '}
        <a href={business.gasEmergency.href} className="whitespace-nowrap">
          {business.gasEmergency.text}
        </a>{' '}
        instead.
      </p>
      <Section id="booking" title="About a booking">
        <p>
          Open the private link in our emails. You can use it to change the time, cancel or message us, and we’ll see your message alongside
          your booking. Lost the link? <a href={'/new-link' satisfies SitePath}>Get a new one</a>, or{' '}
          <a href={emergencyPhone.href}>call us</a> with your reference, which begins with BK-.
        </p>
      </Section>
      <Section id="else" title="Anything else">
        <p>
          Chat with us on <a href={chatPhone.whatsappHref}>WhatsApp</a>
          {email && (
            <>
              {' '}
              or email <a href={`mailto:${email}`}>{email}</a>
            </>
          )}
          .{address && ` Our address: ${address}.`}
        </p>
      </Section>
      <Section id="complaints" title="Complaints">
        <p>We’re sorry if something went wrong. Here’s how we’ll handle it:</p>
        <ol className="mt-3 list-decimal pl-6">
          <li className="mt-2">
            Use the link in our emails, or call or write to us. Tell us your reference, what went wrong and what you’d like us to do.
          </li>
          <li className="mt-2">
            {`We’ll confirm that we’ve received it within ${complaints.confirmWorkingDays} working days, and reply within ${complaints.answerDays} days.`}
          </li>
          <li className="mt-2">If you’re not happy with our answer, ask for the owner.</li>
          {disputes && <li className="mt-2">{`If we still disagree, you can go to ${disputes}.`}</li>}
        </ol>
        <p className="mt-4">
          The Citizens Advice consumer helpline, <span className="whitespace-nowrap">0808 223 1133</span>, gives free advice. For complaints
          about gas work, you can also call the Gas Safe Register, <span className="whitespace-nowrap">0800 408 5500</span>.{' '}
          <a href={'/terms#complaints' satisfies SitePath}>Our terms on complaints</a>.
        </p>
      </Section>
    </Page>
  )
}
