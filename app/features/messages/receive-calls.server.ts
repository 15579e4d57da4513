import { acceptOffer, readOffer } from '#app/features/visit/open-jobs.server.ts'
import { callPath } from '#app/platform/calls.ts'
import { Refusal } from '#app/platform/errors.ts'
import type { Services } from '#app/platform/services.ts'
import { xmlText } from '#app/platform/xml.ts'
import { toInstant } from '#app/values/clock.ts'
import { openForm, type SignedForm } from './receive-texts.server.ts'
import { jobAloud, readOwnersJob } from './wording/open-job.server.ts'

/** What is said next on a call. `askAt`: the query under which the next key is reported; absent: the call ends. */
export interface CallStep {
  say: string
  askAt?: URLSearchParams
}

/** The next words of a call, as its provider reads them. */
export async function receiveCallStep(services: Services, form: SignedForm): Promise<string> {
  const fields = openForm(services, form)
  const { say, askAt } = await callStep(services, new URL(form.url).searchParams, (fields.get('Digits') ?? '').slice(0, 1))
  const words = `<Say language="en-GB">${xmlText(say)}</Say>`
  const next = askAt && xmlText(`${services.config.siteUrl}${callPath}?${askAt}`)
  const inside = next ? `<Gather numDigits="1" timeout="8" action="${next}" method="POST">${words}</Gather>` : words
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${inside}<Hangup/></Response>`
}

/**
 * A call about a job that no engineer has, step by step. A person or a voicemail that picks up hears nothing of the job until a key is pressed, and
 * only the key 1 after that accepts it. `query`: of the provider's request: the attempt's id, how far the call is, and the job as it was
 * read out.
 */
export async function callStep(services: Services, query: URLSearchParams, digit: string): Promise<CallStep> {
  const attemptId = query.get('id') ?? ''
  const [stage, seen] = [query.get('at'), query.get('seen') ?? '']
  const ask = (at: string, more = {}) => new URLSearchParams({ id: attemptId, at, ...more })
  const offer = await readOffer(services, { attemptId })
  const ownersJob = offer ? undefined : await readOwnersJob(services.db, attemptId)
  if (!offer && !ownersJob) return { say: 'Emergency Plumbers London. Goodbye.' }
  if (stage === null) return { say: 'Emergency Plumbers London. You have a job offer. Press any key to hear it.', askAt: ask('heard') }
  if (digit === '') return { say: 'Goodbye.' }
  await noteHeard(services, attemptId)
  if (!offer) return { say: `${ownersJob} No engineer has this job yet. Open the board, or call an engineer. Goodbye.` }
  if (stage !== 'answer' && offer.state === 'open')
    return { say: `${jobAloud(offer.job)} To take this job, press 1.`, askAt: ask('answer', { seen: offer.job.seen }) }
  if (offer.state === 'open' && digit !== '1') return { say: 'You haven’t taken the job. Goodbye.' }
  if (offer.state !== 'open') return { say: endings[offer.state] }
  try {
    await acceptOffer(services, { attemptId, seen, how: 'phone' })
    return { say: endings.yours }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { say: `${error.message} Goodbye.` }
  }
}

const endings = {
  yours: 'The job is yours. Open your jobs for the address. Thank you.',
  taken: 'Taken by another engineer. Goodbye.',
  ended: 'This offer has ended. Goodbye.',
} as const

const noteHeard = ({ db }: Services, attemptId: string) =>
  db.updateTable('reachAttempts').set({ outcome: 'heard' }).where('id', '=', attemptId).where('endedAt', 'is', null).execute()

const ends = { busy: 'busy', 'no-answer': 'no_answer', canceled: 'no_answer', failed: 'failed' } as const

/** Stores how a call ended: a message from its provider. From then on the job can't be accepted by it. */
export async function receiveCallEnd(services: Services, form: SignedForm): Promise<void> {
  const status = openForm(services, form).get('CallStatus') ?? ''
  const id = new URL(form.url).searchParams.get('id') ?? ''
  if (status !== 'completed' && !(status in ends)) return
  const attempts = services.db.updateTable('reachAttempts').set((eb) => ({
    endedAt: toInstant(services.clock.now()),
    outcome:
      status === 'completed'
        ? eb
            .case()
            .when('outcome', '=', 'heard')
            .then('answered' as const)
            .else('no_key' as const)
            .end()
        : ends[status as keyof typeof ends],
  }))
  await attempts.where('id', '=', id).where('channel', '=', 'call').where('endedAt', 'is', null).execute()
}
