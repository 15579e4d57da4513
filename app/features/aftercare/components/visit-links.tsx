import { useDetails } from '#app/platform/published-context.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { dayWithYear } from '#app/values/day.ts'
import { guaranteeMonths } from '#content/stated.ts'
import type { readAftercareLinks } from '../read-aftercare-links.server.ts'
import type { VisitLinks } from '../return-view.server.ts'

/** On a visit's private page: the visits that belong to it, and the way to a free return visit. `path`: of the page. */
export function VisitLinksPart({
  links: { first, returns, until, endedOn, parts, isForParts },
  path,
}: {
  links: VisitLinks
  path: string
}) {
  const { emergencyPhone } = useDetails()
  const mayClaim = until !== undefined && !parts.isReady
  const hasGuarantee = first !== undefined || returns.length > 0 || mayClaim || endedOn !== undefined
  return (
    <>
      <CustomerParts parts={parts} path={path} />
      {hasGuarantee && (
        <section className="mt-8" aria-labelledby="guarantee">
          <h2 id="guarantee" className="text-xl">
            {first ? 'Your free return visit' : 'Your guarantee'}
          </h2>
          {first && (
            <p className="mt-2">
              {isForParts ? 'This visit is free: it finishes the work of' : 'This visit is free, under the guarantee on'}{' '}
              <a href={first.path} className="inline-flex min-h-11 items-center font-bold">
                booking {first.reference}
              </a>
              . You’ll only pay if you agree to other work first.
            </p>
          )}
          {returns.map(({ reference, path: to, when }) => (
            <p key={reference} className="mt-2">
              Free return visit:{' '}
              <a href={to} className="inline-flex min-h-11 items-center font-bold">
                {when}, {reference}
              </a>
            </p>
          ))}
          {mayClaim && (
            <>
              <p className="mt-2">{`Our work is guaranteed until ${dayWithYear(until)}. If it fails, we’ll fix it for free.`}</p>
              <ButtonLink look="outline" href={`${path}/return`} className="mt-3">
                The same problem is back
              </ButtonLink>
            </>
          )}
          {endedOn && (
            <p className="mt-2">
              {`Our ${guaranteeMonths}-month guarantee on this visit ended on ${dayWithYear(endedOn)}. If something’s wrong, call `}
              <a href={emergencyPhone.href} className="font-bold whitespace-nowrap">
                {emergencyPhone.text}
              </a>
              .
            </p>
          )}
        </section>
      )}
    </>
  )
}

/** The parts that a visit waits for, and the way to a time once they have arrived. */
function CustomerParts({ parts, path }: { parts: VisitLinks['parts']; path: string }) {
  if (parts.shown.length === 0) return null
  return (
    <section className="mt-8" aria-labelledby="parts">
      <h2 id="parts" className="text-xl">
        Waiting for a part
      </h2>
      <div className="mt-2">
        <Facts>
          {parts.shown.map(({ id, name, text }) => (
            <Fact key={id} label={name}>
              {text}
            </Fact>
          ))}
        </Facts>
      </div>
      {parts.isReady && (
        <>
          <p className="mt-3">
            The return visit is free: no call-out charge, and no charge for time. Choose a day that suits you, or we’ll call to agree one.
          </p>
          <ButtonLink href={`${path}/return`} className="mt-3">
            Choose a time
          </ButtonLink>
        </>
      )}
    </section>
  )
}

/** On the customer's page: the requests that they can make if something isn't right, and how far we are with those they made. */
export function AftercareLinks({ path, links }: { path: string; links: Awaited<ReturnType<typeof readAftercareLinks>> }) {
  return (
    <section className="mt-8">
      <h2 className="text-xl">Complaints, refunds and cancelling</h2>
      <ul className="mt-2">
        {links.map(({ page, label, state }) => (
          <li key={page}>
            <a href={`${path}/${page}`} className="inline-flex min-h-11 items-center font-bold">
              {label}
            </a>
            {state && <span className="block text-sm text-muted">{state}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
