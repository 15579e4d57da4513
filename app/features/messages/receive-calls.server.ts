import type { Transaction } from 'kysely'
import { z } from 'zod'
import { acceptOffer, readOffer } from '#app/features/visit/open-jobs.server.ts'
import { callPath, incomingCallPath } from '#app/platform/calls.ts'
import { Refusal } from '#app/platform/errors.ts'
import { enqueue, type JobContext } from '#app/platform/jobs.ts'
import { limits } from '#app/platform/limits.ts'
import { spokenTimeAt } from '#app/platform/london.ts'
import { type Turn, tryTurnsIn } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'
import { NotAccepted } from '#app/platform/text-carrier.ts'
import { readTakingNoTexts } from '#app/platform/text-receipts.ts'
import { textsArrive } from '#app/platform/texts.ts'
import { isMobile, normalisePhone } from '#app/platform/uk.ts'
import { xmlText } from '#app/platform/xml.ts'
import { toInstant } from '#app/values/clock.ts'
import { hashOf } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { field, keepEnquiry, messageFrom, openForm, readBookingOf, responseXml, type SignedForm } from './receive-texts.server.ts'
import { readAlarmAloud } from './wording/alarms.server.ts'
import { jobAloud, readOwnersJob } from './wording/open-job.server.ts'

/** The next words of a call. `askAt`: the query under which the next key is reported; absent: the call ends. */
interface CallStep {
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
  return responseXml(`${inside}<Hangup/>`)
}

/**
 * A call about a job that no engineer has, step by step. A person or a voicemail that picks up hears nothing of the job until a key is
 * pressed, and only the key 1 after that accepts it. `query`: of the provider's request: the attempt's id, how far the call is, and the job
 * as it was read out.
 */
export async function callStep(services: Services, query: URLSearchParams, digit: string): Promise<CallStep> {
  const attemptId = query.get('id') ?? ''
  const [stage, seen] = [query.get('at'), query.get('seen') ?? '']
  const ask = (at: string, more = {}) => new URLSearchParams({ id: attemptId, at, ...more })
  const offer = await readOffer(services, { attemptId })
  const ownersJob = offer ? undefined : await readOwnersJob(services.db, attemptId)
  const alarm = offer || ownersJob ? undefined : await readAlarmAloud(services, attemptId)
  if (alarm && stage === null)
    return { say: 'Emergency Plumbers London. Your website has an alarm. Press any key to hear it.', askAt: ask('heard') }
  if (alarm) return { say: digit === '' ? 'Goodbye.' : `${alarm} Goodbye.` }
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

/** The stage of a call to us. `isCertain`: known from the desk's telephones; the call itself also counts as completed if a machine took it. */
type CallStage = { stage: 'ringing' | 'answered' | 'missed'; isCertain?: true }

/** The stage of a call by its provider's message; undefined if that doesn't say. */
function stageOf(fields: URLSearchParams): CallStage | undefined {
  const [status, ofDesk] = [fields.get('CallStatus') ?? '', fields.get('DialCallStatus')]
  if (fields.get('ParentCallSid')) return ['in-progress', 'completed'].includes(status) ? { stage: 'answered' } : undefined
  if (ofDesk) return ofDesk in ends ? { stage: 'missed', isCertain: true } : { stage: 'answered' }
  if (['queued', 'initiated', 'ringing'].includes(status)) return { stage: 'ringing' }
  if (status in ends) return { stage: 'missed' }
  return status === 'completed' ? { stage: 'answered' } : undefined
}

/** Twilio's numbers for callers who withhold theirs. */
const withheldNumbers: ReadonlySet<string> = new Set(['+266696687', '+7378742833', '+2562533', '+8656696', '+86282452253'])

/** A caller's number in E.164; '' if it is withheld, or isn't a telephone number. */
const callerIn = (from: string): string =>
  normalisePhone(from) ?? (/^\+[1-9]\d{6,14}$/.test(from) && !withheldNumbers.has(from) ? from : '')

/** Takes a message about a call to us, and returns what to do with the call, as its provider reads it. */
export async function receiveIncomingCall(services: Services, form: SignedForm): Promise<string> {
  const fields = openForm(services, form)
  const at = stageOf(fields)
  const callId = field(fields, 'ParentCallSid', 64) || field(fields, 'CallSid', 64)
  if (at && callId) await takeCall(services, { phone: callerIn(field(fields, 'From', 40)), callId, ...at })
  return responseXml(stepFor(services, at))
}

function stepFor({ config, published }: Services, at: CallStage | undefined): string {
  const url = `${config.siteUrl}${incomingCallPath}`
  const desk = config.twilio?.callsTo ?? []
  if (at?.stage === 'ringing' && desk.length === 0) return '<Reject reason="busy"/>'
  if (at?.stage === 'ringing') {
    const numbers = desk.map((number) => `<Number statusCallback="${url}" statusCallbackEvent="answered">${number}</Number>`)
    // Until someone answers, the caller hears it ring, and the provider reports a caller who gives up.
    return `<Dial answerOnBridge="true" timeout="25" action="${url}" method="POST">${numbers.join('')}</Dial>`
  }
  if (!at?.isCertain) return ''
  const say = `Sorry, we’re all on other calls. We’ll call you back. If it’s urgent, call ${published.current().details.emergencyPhone.text} again.`
  return `<Say language="en-GB">${xmlText(say)}</Say><Hangup/>`
}

interface TakenCall extends CallStage {
  /** E.164; '' if it is withheld. */
  phone: string
  /** The provider's id of it. */
  callId: string
}

/**
 * Keeps the stage of a call to us. A missed one is a message on the caller's open booking; without one it is an entry for staff, answered by
 * one text with the link to book. An answered one settles the caller's missed ones. Repeated and late reports change nothing.
 */
export async function takeCall(services: Services, { phone, callId, stage, isCertain }: TakenCall): Promise<void> {
  const { db, clock } = services
  await keepEnquiry(services, { phone, kind: 'ringing', text: '', providerId: callId })
  if (stage === 'ringing') return
  const before = isCertain ? (['ringing', 'answered'] as const) : (['ringing'] as const)
  const call = await db
    .selectFrom('enquiries')
    .select(['id', 'at'])
    .where('providerKey', '=', hashOf(callId))
    .where('kind', 'in', before)
    .executeTakeFirst()
  if (!call) return
  const text = `Missed call at ${spokenTimeAt(call.at)}`
  const { open } = stage === 'missed' && phone !== '' ? await readBookingOf(services, phone) : {}
  const isOnBooking = await messageFrom(services, { phone }, open, { text, key: `call ${callId}` })
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('enquiries')
      .set({ kind: stage, settledAt: stage === 'answered' || isOnBooking ? toInstant(now) : null })
      .where('id', '=', call.id)
      .where('kind', 'in', before)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) return
    if (stage === 'answered' && phone !== '') await settleCallsOf(tx, phone, now)
    if (stage === 'missed' && !open && (await takesAnswer(services, tx, phone)))
      await enqueue(tx, now, [{ kind: 'missed-call-text', payload: { enquiryId: call.id } }])
  })
  services.jobsAdded()
}

const settleCallsOf = (tx: Transaction<Tables>, phone: string, now: Date) =>
  tx
    .updateTable('enquiries')
    .set({ settledAt: toInstant(now) })
    .where('phone', '=', phone)
    .where('kind', '=', 'missed')
    .where('settledAt', 'is', null)
    .execute()

/** Returns true if a missed call of a number is answered by a text, and then takes its turn. */
async function takesAnswer(services: Services, tx: Transaction<Tables>, phone: string): Promise<boolean> {
  const { clock, config, secrets } = services
  if (!textsArrive(services) || !isMobile(phone) || (await readTakingNoTexts(tx, [phone], clock.now())).has(phone)) return false
  const turns: Turn[] = [
    [limits.missedCallText, secrets.sign('client', phone)],
    [limits.missedCallTexts, 'all'],
  ]
  return (await tryTurnsIn(tx, turns, clock.now(), config.rateLimitScale)) === 0
}

/** Job: stops a call that still rings, of someone who need not take the job any longer. If the provider refuses, it has ended. */
export async function cancelRinging({ calls }: Services, payload: unknown, { signal }: JobContext): Promise<void> {
  const { callId } = z.object({ callId: z.string() }).parse(payload)
  await calls.cancel(callId, signal).catch((error: unknown) => {
    if (!(error instanceof NotAccepted)) throw error
  })
}
