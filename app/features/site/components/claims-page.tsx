import { Folded } from '#app/ui/folded.tsx'
import { RichText } from '#app/ui/rich-text.tsx'
import { type Claim, type ClaimGroup, isUnproven, type MeasureId } from '#content/claims.ts'
import { dateText } from '#content/date-text.ts'
import { isMeasurable, leastJobs, type Tally, tallyText } from '../claims/measures.ts'

type Tallies = Record<MeasureId, Tally>

interface ClaimsPageProps {
  groups: readonly ClaimGroup[]
  tallies: Tallies
  /** The sum of our reviews in words. */
  rating: string
}

/** Every claim, with its own anchor: first those with evidence, then the others in one folded list. */
export function ClaimsPage({ groups, tallies, rating }: ClaimsPageProps) {
  const [stated, ...laterStated] = [...new Set(groups.flatMap(({ claims }) => claims.map(({ statedOn }) => statedOn)))]
  const listOf = (isListed: (claim: Claim) => boolean) =>
    groups.map((group) => ({ ...group, claims: group.claims.filter(isListed) })).filter(({ claims }) => claims.length > 0)
  const proven = listOf((claim) => hasEvidence(claim, tallies))
  const unproven = listOf((claim) => !hasEvidence(claim, tallies))
  const isAbove = ({ id }: ClaimGroup) => proven.some((group) => group.id === id)
  const claimOf = (claim: Claim) => (
    <ClaimOf key={claim.id} claim={claim} tallies={tallies} rating={rating} hasDay={claim.statedOn !== stated} />
  )
  return (
    <>
      {stated && (
        <p className="mt-2 max-w-[40em]">
          {`The owner made each claim on ${dateText(stated)}${laterStated.length > 0 ? ', unless another day is shown' : ''}. The line below it says how you can check it. We give a measured figure once we have ${leastJobs} records for it.`}
        </p>
      )}
      <div className="prose">
        {proven.map((group) => (
          <section key={group.id} id={group.id}>
            <h2>{group.title}</h2>
            <div className="lg:columns-2 lg:gap-12">{group.claims.map(claimOf)}</div>
          </section>
        ))}
        {unproven.length > 0 && (
          <section id="no-evidence">
            <h2>What we can’t show yet</h2>
            <Folded label="No evidence published yet" isWide>
              {unproven.map((group) => (
                <div key={group.id} id={isAbove(group) ? undefined : group.id}>
                  {group.claims.map(claimOf)}
                </div>
              ))}
            </Folded>
          </section>
        )}
      </div>
    </>
  )
}

/** A document, a rule that is enforced, or enough records to measure it by. */
const hasEvidence = (claim: Claim, tallies: Tallies): boolean =>
  !isUnproven(claim) || (claim.backing.kind === 'measured' && 'measure' in claim.backing && isMeasurable(tallies[claim.backing.measure]))

/** A claim's words, its evidence, and its limits. */
function ClaimOf({ claim, tallies, rating, hasDay }: { claim: Claim; tallies: Tallies; rating: string; hasDay: boolean }) {
  const { id, text, statedOn, limit, isHeldBack, filed } = claim
  return (
    <div id={id} className="break-inside-avoid border-b border-line py-3">
      <h3 className="text-base leading-tight tracking-normal">{text}</h3>
      <p className="!mt-1 text-sm empty:hidden">
        <RichText text={backingText(claim, tallies)} />
        {claim.backing.kind === 'enforced' && claim.backing.isReviews && ` ${rating}.`}
        {filed && ` ${filed.text} ${dateText(filed.day)}.`}
        {filed?.link && (
          <>
            {' '}
            <a href={filed.link} rel="nofollow">
              See it
            </a>
          </>
        )}
        {limit && ` ${limit}`}
        {isHeldBack && !filed && ' We won’t show this anywhere else until we have the evidence.'}
        {hasDay && ` Claimed since ${dateText(statedOn)}.`}
      </p>
    </div>
  )
}

/** Returns the evidence, with the marks of `RichText`; for a claim without, what would be measured. */
function backingText(claim: Claim, tallies: Tallies): string {
  const { backing, filed } = claim
  const tally = 'measure' in backing && backing.measure ? tallies[backing.measure] : undefined
  const counted = 'measure' in backing && backing.measure && tally?.jobs ? tallyText(backing.measure, tally) : ''
  // Documents filed by the owner follow in the next place.
  if (backing.kind === 'enforced') return `**Checked by our system.** ${backing.rule} ${counted}`.trimEnd()
  if (backing.kind === 'measured') return `**Measured:** ${backing.query}. ${'notYet' in backing ? backing.notYet : counted}`.trimEnd()
  return filed ? '**Evidence.**' : (backing.evidence ?? '')
}
