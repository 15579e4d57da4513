import type { ReactNode } from 'react'
import { ButtonLink } from '#app/ui/button.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { Part } from '#app/ui/part.tsx'
import { dayText } from '#app/values/day.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { OpenPoint } from '#content/legal/open-points.ts'
import type { GroupView, SectionView } from '../owner-sections.ts'

const pathOf = (id: string) => `/staff/settings/business/${id}` satisfies SitePath

/** The sections of groups: their present values unfold, and each has a link to its form. */
export function SectionList({ sections }: { sections: readonly SectionView[] }) {
  return sections.map(({ id, title, groups }) => (
    <Part key={id} id={id} title={title} className="mt-8">
      {groups.map((group) => (
        <Group key={group.id} group={group} />
      ))}
    </Part>
  ))
}

function Group({ group: { id, title, values, more, says } }: { group: GroupView }) {
  return (
    <div id={`group-${id}`} className="flex flex-wrap items-start gap-x-4 border-b border-line py-1">
      <details className="folded min-w-0 flex-1 basis-56">
        <summary className="flex min-h-11 cursor-pointer items-center gap-2">
          <span className="min-w-0">
            <b>{title}</b> <span className="text-sm text-muted [overflow-wrap:anywhere] max-md:hidden">{says}</span>
          </span>
        </summary>
        <div className="pb-4">
          <Facts>
            {values.map(({ label, says: value, usual }) => (
              <Fact key={label} label={label}>
                <span className="[overflow-wrap:anywhere]">{value}</span>
                {usual !== undefined && (
                  <span className="block text-sm font-normal text-muted [overflow-wrap:anywhere]">{`Changed. Usually: ${usual}`}</span>
                )}
              </Fact>
            ))}
          </Facts>
          {more && <p className="mt-2 text-muted">{more}</p>}
        </div>
      </details>
      <ButtonLink href={pathOf(id)} look="outline" className="key-small" aria-label={`Change: ${title}`}>
        Change
      </ButtonLink>
    </div>
  )
}

/** A list that few look at: folded, with the address of its heading. */
function FoldedList({ id, title, says, children }: { id: string; title: string; says: string; children: ReactNode }) {
  return (
    <Part id={id} title={title} className="mt-8">
      <details className="folded border-b border-line">
        <summary className="flex min-h-11 cursor-pointer items-center gap-2">{says}</summary>
        {children}
      </details>
    </Part>
  )
}

/** The emails to customers, each with a form for the owner's words. */
export function MailList({ mails }: { mails: readonly { id: string; label: string; isChanged: boolean }[] }) {
  return (
    <FoldedList
      id="emails"
      title="Emails to customers"
      says={`${mails.length} emails, ${mails.filter(({ isChanged }) => isChanged).length} with your wording`}
    >
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
    </FoldedList>
  )
}

interface ClaimListProps {
  claims: readonly { id: string; text: string; filedOn?: string; isMissing: boolean }[]
}

/** The claims, and whether evidence is filed. */
export function ClaimList({ claims }: ClaimListProps) {
  const missing = claims.filter(({ isMissing }) => isMissing).length
  return (
    <FoldedList id="claims" title="Evidence for our claims" says={`${claims.length} claims, ${missing} without evidence`}>
      <p className="mt-1 text-muted">
        {'The evidence you add is shown on '}
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
    </FoldedList>
  )
}

function stateOf(filedOn: string | undefined, isMissing: boolean): string {
  if (filedOn) return `Added, dated ${dayText(filedOn)} ${filedOn.slice(0, 4)}`
  return isMissing ? 'No evidence yet' : 'Shown automatically, but you can add more'
}

/** Statements of the legal pages that the owner has yet to confirm, or a lawyer to check. */
export function OpenPointList({ points }: { points: readonly OpenPoint[] }) {
  return (
    <FoldedList id="legal" title="Legal points to settle" says={`${points.length} points for you or a lawyer`}>
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
    </FoldedList>
  )
}
