import { type RefusedForm, refusedForm } from '#app/features/desk/refused-form.ts'
import type { HoleInWords, JobToGiveAway, UnkeptWindow } from '#app/features/dispatch/components/jobs-to-give-away.tsx'
import { JobsAtStake } from '#app/features/dispatch/refusals.ts'
import type { SentForm } from '#app/platform/answer-form.ts'
import type { Refusal } from '#app/platform/errors.ts'
import { windowText } from '#app/platform/london.ts'

/** A change of the rota that was refused, with everything that was typed, and the jobs that it would leave without their engineer. */
interface RotaAnswer extends RefusedForm {
  jobs?: JobToGiveAway[]
  /** The unassigned bookings that no one could keep. */
  unkept?: UnkeptWindow[]
  /** The hours when no one would be on call. */
  holes?: HoleInWords[]
}

/** A refused form of the rota as its page shows it again. */
export function refusedRotaForm(refusal: Refusal, form: SentForm): RotaAnswer {
  const { jobs, unkept, holes } = refusal instanceof JobsAtStake ? refusal : {}
  return {
    ...refusedForm(refusal, form),
    jobs: jobs?.map(({ id, reference, service, name, promisedFrom, promisedUntil }) => ({
      ...{ id, reference, service, name },
      when: windowText(promisedFrom, promisedUntil),
    })),
    holes: holes?.map(({ id, rota, startsAt, endsAt }) => ({ id, isDesk: rota === 'desk', when: windowText(startsAt, endsAt) })),
    unkept: unkept?.map(({ id, reference, promisedFrom, promisedUntil }) => ({
      ...{ id, reference },
      when: windowText(promisedFrom, promisedUntil),
    })),
  }
}

/** The jobs that were shown to the sender of the form. */
export const jobsSeenIn = ({ text }: SentForm): string[] => text('jobsSeen').split(' ').filter(Boolean)

const doneTexts: Readonly<Record<string, string>> = {
  saved: 'Saved.',
  shift: 'Shift added.',
  dropped: 'Removed.',
  absence: 'Absence saved.',
  swapped: 'Swapped.',
  given: 'Shift handed over.',
  invited: 'Invitation sent.',
  'access-ended': 'Access ended. They’re signed out.',
}

/** The sentence for the act in a page's address. */
export function doneOnRota(query: URLSearchParams): string {
  const done = query.get('done') ?? ''
  return Object.hasOwn(doneTexts, done) ? (doneTexts[done] ?? '') : ''
}
