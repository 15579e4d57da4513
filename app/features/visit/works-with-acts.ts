import type { BillTerms } from '#app/features/pricing/bill.ts'
import { type PartFields, withBookCosts } from '#app/features/pricing/part-fields.ts'
import { contentTextOf, readProposal } from './extra-work.ts'
import { actAt, type QueuedAct } from './queued-act.ts'
import type { WorkView } from './read-extra-work.server.ts'

/** A proposal as an engineer's phone shows it. */
export interface PhoneWork extends WorkView {
  /** The proposal or its answer has not reached the server yet. */
  isWaiting?: boolean
  /** If the server doesn't have it yet: the text that is agreed to, instead of its hash. */
  seenText?: string
}

interface OfJob {
  terms: BillTerms
  book: readonly Pick<PartFields, 'name' | 'costPence'>[]
  forBusiness: boolean
}

const answers = { 'agree-work': 'agreed', 'decline-work': 'declined', 'withdraw-work': 'withdrawn' } as const

/** Returns the proposals of a job, with the acts of engineer and customer on this phone since. */
export const worksWithActs = (works: readonly WorkView[], since: readonly QueuedAct[], job: OfJob): PhoneWork[] =>
  since.reduce<PhoneWork[]>((known, act) => withAct(known, act, job), [...works])

function withAct(works: PhoneWork[], act: QueuedAct, job: OfJob): PhoneWork[] {
  const isWaiting = act.state === 'waiting'
  if (act.kind === 'propose-work' && !works.some(({ id }) => id === act.key)) {
    const read = readProposal(
      withBookCosts((name) => act.fields[name] ?? '', job.book),
      job.terms,
      actAt(act),
    )
    return 'proposal' in read
      ? [
          ...works,
          { ...proposed(act), ...read.proposal, forBusiness: job.forBusiness, seenText: contentTextOf(act.key, read.proposal), isWaiting },
        ]
      : works
  }
  const answer = Object.entries(answers).find(([kind]) => kind === act.kind)?.[1]
  if (!answer) return works
  return works.map((work) =>
    work.id === act.fields.work && work.state === 'proposed'
      ? {
          ...{ ...work, state: answer, decidedAt: actAt(act), isWaiting },
          ...(answer !== 'withdrawn' && { way: 'engineer_phone' as const, signerName: act.fields.signer ?? null }),
        }
      : work,
  )
}

const proposed = (act: QueuedAct) => ({
  ...{ id: act.key, contentHash: '', state: 'proposed' as const, proposedAt: actAt(act), decidedAt: null, way: null },
  ...{ signerName: null, signature: null, startAskedAt: null, startText: null },
})
