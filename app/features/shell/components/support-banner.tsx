import { Banner } from '#app/ui/banner.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { business } from '#content/business.ts'
import { nextVisitMinutes, openAlways } from '#content/stated.ts'

/** The banner's view outside offer hours (specification 1 section 2, urgency banner), with what is always so. */
export function SupportBanner() {
  return (
    <Banner
      label="Support"
      action={
        <ButtonLink href={business.emergencyPhone.href} className="key-small hidden lg:inline-flex">
          Call now
        </ButtonLink>
      }
    >
      <p>
        <b>{`Premium Support ${openAlways}`}</b>
      </p>
      <p>{`A visit within ${nextVisitMinutes} minutes, at any hour`}</p>
    </Banner>
  )
}
