import { RichText } from '#app/ui/rich-text.tsx'
import { type Claim, type ClaimGroup, isUnproven, type MeasureId } from '#content/claims.ts'
import { dateText } from '#content/date-text.ts'
import { type Tally, tallyText } from '../claims/measures.ts'

interface ClaimsPageProps {
  groups: readonly ClaimGroup[]
  tallies: Record<MeasureId, Tally>
}

/** Every claim, with its own anchor and its evidence. */
export function ClaimsPage({ groups, tallies }: ClaimsPageProps) {
  return (
    <div className="gap-12 lg:grid lg:grid-cols-[minmax(0,1fr)_260px]">
      <nav aria-label="On this page" className="contents-list">
        <ul>
          {groups.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="prose">
        {groups.map(({ id, title, claims }) => (
          <section key={id} id={id}>
            <h2>{title}</h2>
            {claims.map((claim) => (
              <ClaimOf key={claim.id} claim={claim} tallies={tallies} />
            ))}
          </section>
        ))}
      </div>
    </div>
  )
}

/** A claim's words, its source and date, its evidence, and its limits. */
function ClaimOf({ claim, tallies }: { claim: Claim; tallies: ClaimsPageProps['tallies'] }) {
  const { id, text, statedBy, statedOn, limit, isHeldBack, filed } = claim
  return (
    <div id={id} className="border-b border-line py-4">
      <h3 className="text-lg">{text}</h3>
      <p>{`Stated by ${statedBy}, ${dateText(statedOn)}.${isHeldBack && !filed ? ' We won’t show this anywhere else until we have the evidence.' : ''}`}</p>
      <p>
        <RichText text={backingText(claim, tallies)} />
        {filed && ` ${filed.text} ${dateText(filed.day)}.`}
        {filed?.link && (
          <>
            {' '}
            <a href={filed.link} rel="nofollow">
              See it
            </a>
          </>
        )}
      </p>
      {limit && <p>{limit}</p>}
    </div>
  )
}

/** Returns the evidence, with the marks of `RichText`. All claims without evidence have the same text. */
function backingText(claim: Claim, tallies: ClaimsPageProps['tallies']): string {
  const { backing } = claim
  const counted = 'measure' in backing && backing.measure ? tallyText(backing.measure, tallies[backing.measure]) : ''
  // Documents filed by the owner follow in the next place.
  if (backing.kind === 'enforced') return `**Checked by our system.** ${backing.rule} ${counted}`.trimEnd()
  const shown =
    backing.kind === 'stated'
      ? claim.filed
        ? ''
        : backing.evidence
      : `${backing.query}. ${'notYet' in backing ? backing.notYet : counted}`
  const kind = backing.kind === 'measured' ? '**Measured:**' : isUnproven(claim) ? '' : '**Evidence.**'
  return [isUnproven(claim) && unproven, kind, shown].filter(Boolean).join(' ')
}

const unproven = '**Evidence to follow.** We haven’t published any for this yet.'
