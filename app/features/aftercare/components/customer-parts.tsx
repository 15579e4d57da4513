import { ButtonLink } from '#app/ui/button.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import type { VisitLinks } from '../return-view.server.ts'

/** On a visit's private page: where the parts are that it waits for, and the way to a time once they have arrived. */
export function CustomerParts({ parts, path }: { parts: VisitLinks['parts']; path: string }) {
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
