import { ButtonLink } from '#app/ui/button.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { dayText } from '#app/values/day.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { OpenPoint } from '#content/legal/open-points.ts'

interface GroupListProps {
  groups: readonly { id: string; title: string; values: readonly { label: string; says: string; usual?: string }[]; more?: string }[]
}

const pathOf = (id: string) => `/staff/settings/business/${id}` satisfies SitePath

/** The groups with their present values. */
export function GroupList({ groups }: GroupListProps) {
  return groups.map(({ id, title, values, more }) => (
    <section key={id} className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-xl">{title}</h2>
        <ButtonLink href={pathOf(id)} look="outline" className="key-small" aria-label={`Change: ${title}`}>
          Change
        </ButtonLink>
      </div>
      <div className="mt-2 border-t-2 border-ink">
        <Facts>
          {values.map(({ label, says, usual }) => (
            <Fact key={label} label={label}>
              <span className="[overflow-wrap:anywhere]">{says}</span>
              {usual !== undefined && (
                <span className="block text-sm font-normal text-muted [overflow-wrap:anywhere]">{`Changed. Usually: ${usual}`}</span>
              )}
            </Fact>
          ))}
        </Facts>
        {more && <p className="mt-2 text-muted">{more}</p>}
      </div>
    </section>
  ))
}

/** The emails to customers, each with a form for the owner's words. */
export function MailList({ mails }: { mails: readonly { id: string; label: string; isChanged: boolean }[] }) {
  return (
    <section className="mt-10">
      <h2 className="text-xl">Emails to customers</h2>
      <p className="mt-1 text-muted">Add your own wording at the start and end of each email. You can preview it before you save.</p>
      <ul className="mt-3 grid gap-x-6 border-t-2 border-ink md:grid-cols-2">
        {mails.map(({ id, label, isChanged }) => (
          <li key={id} className="border-b border-line py-1">
            <a href={pathOf(`mail-${id}`)} className="flex min-h-11 items-center font-bold [overflow-wrap:anywhere]">
              {label}
            </a>
            {isChanged && <p className="pb-1 text-muted">With your wording</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ClaimListProps {
  claims: readonly { id: string; text: string; filedOn?: string; isMissing: boolean }[]
}

/** The claims, and whether evidence is filed. */
export function ClaimList({ claims }: ClaimListProps) {
  const missing = claims.filter(({ isMissing }) => isMissing).length
  return (
    <section className="mt-10">
      <h2 className="text-xl">Evidence for our claims</h2>
      <p className="mt-1 text-muted">
        {`${claims.length} claims, ${missing} without evidence. The evidence you add is shown on `}
        <a href={'/claims' satisfies SitePath}>our claims page</a>.
      </p>
      <ul className="mt-3 border-t-2 border-ink">
        {claims.map(({ id, text, filedOn, isMissing }) => (
          <li key={id} className="border-b border-line py-2">
            <a href={pathOf(`claim-${id}`)} className="flex min-h-11 items-center font-bold [overflow-wrap:anywhere]">
              {text}
            </a>
            <p className={isMissing ? 'font-bold text-alarm-text' : 'text-muted'}>{stateOf(filedOn, isMissing)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function stateOf(filedOn: string | undefined, isMissing: boolean): string {
  if (filedOn) return `Added, dated ${dayText(filedOn)} ${filedOn.slice(0, 4)}`
  return isMissing ? 'No evidence yet' : 'Shown automatically, but you can add more'
}

/** Statements of the legal pages that the owner has yet to confirm, or a lawyer to check. */
export function OpenPointList({ points }: { points: readonly OpenPoint[] }) {
  return (
    <section className="mt-10">
      <h2 className="text-xl">Legal points to settle</h2>
      <p className="mt-1 text-muted">Our legal pages are live, but you or a lawyer still need to settle these points.</p>
      <ul className="mt-3 border-t-2 border-ink">
        {points.map(({ page, section, by, what }) => (
          <li key={what} className="border-b border-line py-2">
            <a href={`/${page}#${section}` satisfies SitePath} className="flex min-h-11 items-center font-bold [overflow-wrap:anywhere]">
              {what}
            </a>
            <p className="text-muted">{by === 'owner' ? 'For you to confirm' : 'For a lawyer to check'}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
