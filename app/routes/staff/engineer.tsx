import { redirect } from 'react-router'
import { EngineerAccessPart } from '#app/features/accounts/components/engineer-access.tsx'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { endEngineerAccess, inviteEngineer, readEngineerAccess } from '#app/features/accounts/invite-engineer.server.ts'
import { refusalTexts } from '#app/features/accounts/people-texts.ts'
import { readPeopleOf } from '#app/features/capacity/rota-people.server.ts'
import { absenceText } from '#app/features/capacity/rota-view.ts'
import { withoutAbsences } from '#app/features/capacity/working-hours.ts'
import { ActNotice } from '#app/features/desk/components/act-notice.tsx'
import { DispatchBar } from '#app/features/desk/components/dispatch-bar.tsx'
import { recordAbsence, removeAbsence } from '#app/features/dispatch/absences.server.ts'
import { AbsencesPart } from '#app/features/dispatch/components/absences-part.tsx'
import { EngineerForm } from '#app/features/dispatch/components/engineer-form.tsx'
import { JobsToGiveAway } from '#app/features/dispatch/components/jobs-to-give-away.tsx'
import { ShiftsPart } from '#app/features/dispatch/components/shifts-part.tsx'
import { dropShift } from '#app/features/dispatch/drop-shift.server.ts'
import { planShift } from '#app/features/dispatch/plan-shift.server.ts'
import { readAbsencesOf, readShiftsOf } from '#app/features/dispatch/read-roster.server.ts'
import type { AbsenceInput, ShiftInput } from '#app/features/dispatch/roster-fields.ts'
import { addEngineer, changeEngineer } from '#app/features/dispatch/save-engineer.server.ts'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { PortraitPart } from '#app/features/visit/components/staff-portrait.tsx'
import { readPortrait } from '#app/features/visit/store-portrait.server.ts'
import { answerForm } from '#app/platform/answer-form.ts'
import { instantOf, londonDay, windowText } from '#app/platform/london.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import { notFound, wrongForm } from '#app/platform/refused-page.ts'
import { spokenMomentFrom } from '#app/platform/spoken-window.ts'
import { phoneText } from '#app/platform/uk.ts'
import type { RouteHandle } from '#app/root.tsx'
import { type Instant, toInstant } from '#app/values/clock.ts'
import { isDay } from '#app/values/day.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/engineer'
import { doneOnRota, jobsSeenIn, refusedRotaForm } from './rota-answer.server.ts'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta: Route.MetaFunction = ({ loaderData }) => privateMeta(loaderData?.engineer?.name ?? 'New engineer')
export const headers = privateFormHeaders

/**
 * One engineer, or `new` for one to be added, or a colleague on the desk's rota; their shifts from today on, or from the day `from`. `day`:
 * initial value of the forms.
 */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { services } = await requireRole(context, request, 'staff')
  const { db, clock } = services
  const now = clock.now()
  const query = new URL(request.url).searchParams
  const dayIn = (name: string) => [query.get(name) ?? ''].find(isDay)
  const today = londonDay(now)
  const page = { done: doneOnRota(query), photo: query.get('photo'), today, day: dayIn('day') ?? today }
  if (params.id === 'new')
    return {
      ...page,
      engineer: undefined,
      isDesk: false,
      portrait: undefined,
      shifts: [],
      next: undefined,
      isLater: false,
      absences: [],
      access: undefined,
      invitedUntil: undefined,
    }
  const [engineer] = await readPeopleOf(db, [params.id])
  if (!engineer) throw notFound()
  const isDesk = engineer.rota === 'desk'
  const from = dayIn('from')
  const absences = await readAbsencesOf(db, engineer.id, today)
  const access = isDesk ? undefined : await readEngineerAccess(services, engineer.id)
  const { shifts, next } = await readShiftsOf(db, engineer.id, from ? instantOf(from, 0) : toInstant(now))
  return {
    ...page,
    isDesk,
    engineer: { ...engineer, phoneText: phoneText(engineer.phone), hasLeft: engineer.retiredAt !== null },
    shifts: shifts.map((shift) => ({
      id: shift.id,
      text: `${shift.kind === 'on-call' ? 'On call: ' : ''}${windowText(shift.startsAt, shift.endsAt, now)}`,
      isOff: withoutAbsences([shift], absences).length === 0,
    })),
    next: next && londonDay(next),
    isLater: from !== undefined,
    portrait: (await readPortrait(db, engineer.id))?.sha256.slice(0, 12),
    access,
    invitedUntil: access?.invited && spokenMomentFrom(access.invited.expiresAt as Instant, now),
    absences: absences.map((absence) => ({ id: absence.id, text: absenceText(absence, today) })),
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { visit, services, userId: staffId } = await requireRole(context, request, 'staff')
  const back = (done: string, id = params.id) => redirect(`/staff/engineers/${id}?done=${done}` satisfies SitePath, 303)
  return answerForm(
    { request },
    async (form) => {
      const { text } = form
      const engineer = { name: text('name'), phone: text('phone'), gasSafeNumber: text('gasSafeNumber'), base: text('base') }
      const sharesPhone = text('sharesPhone') !== ''
      if (params.id === 'new') return back('saved', await addEngineer(services, { staffId, fields: engineer, sharesPhone }))
      const press = { staffId, personId: params.id, jobsSeen: jobsSeenIn(form) }
      switch (text('intent')) {
        case 'plan': {
          const times = { day: text('day'), from: text('from'), until: text('until') }
          await planShift(services, { ...press, fields: { ...times, kind: (text('kind') || undefined) as ShiftInput['kind'] } })
          return back('shift')
        }
        case 'drop':
          await dropShift(services, { ...press, shiftId: text('shiftId') })
          return back('dropped')
        case 'absence': {
          const times = { firstDay: text('firstDay'), fromTime: text('fromTime'), lastDay: text('lastDay'), untilTime: text('untilTime') }
          await recordAbsence(services, { ...press, fields: { kind: text('kind') as AbsenceInput['kind'], ...times } })
          return back('absence')
        }
        case 'end-absence':
          await removeAbsence(services, { staffId, absenceId: text('absenceId') })
          return back('dropped')
        case 'save':
          await changeEngineer(services, {
            ...{ ...press, engineerId: params.id, fields: engineer, sharesPhone },
            retired: text('retired') !== '',
          })
          return back('saved')
        case 'invite':
          await inviteEngineer(services, visit, { staffId, engineerId: params.id, email: text('email') })
          return back('invited')
        case 'end-access':
          await endEngineerAccess(services, { staffId, engineerId: params.id })
          return back('access-ended')
        default:
          throw wrongForm()
      }
    },
    (refusal, form) => {
      const answer = refusedRotaForm(refusal, form)
      const text = form.text('intent') === 'invite' ? refusalTexts[refusal.code] : undefined
      return text ? { ...answer, refusal: { ...answer.refusal, text } } : answer
    },
  )
}

const changes: Record<string, string> = { drop: 'Remove the shift', absence: 'Save the absence' }

/** An engineer's details, or only the name of someone on the desk; their hours and absences. */
export default function EngineerPage({ loaderData, actionData }: Route.ComponentProps) {
  const { engineer, isDesk, shifts, next, isLater, absences, access, invitedUntil, portrait, photo, done, today, day } = loaderData
  const refused = (intent: string) => (actionData?.intent === intent ? actionData : undefined)
  return (
    <StaffPage width="full">
      <div className="mx-auto max-w-[1720px] px-4 pb-12 md:px-6">
        <DispatchBar />
        {actionData?.jobs ? (
          <JobsToGiveAway {...actionData} jobs={actionData.jobs} change={changes[actionData.intent] ?? 'Save'} />
        ) : (
          <ActNotice answer={actionData} done={done} />
        )}
        <h1 className="mt-4 text-2xl [overflow-wrap:anywhere]">{engineer?.name ?? 'New engineer'}</h1>
        {engineer?.hasLeft && <p className="mt-2 font-bold">This engineer has left. Their past jobs are still shown under their name.</p>}
        {engineer && (
          <p className="flex flex-wrap gap-x-5">
            {engineer.phone && (
              <a href={`tel:${engineer.phone}`} className="inline-flex min-h-11 items-center font-bold">
                Call {engineer.phoneText}
              </a>
            )}
            <a href={'/staff/engineers' satisfies SitePath} className="inline-flex min-h-11 items-center">
              The rota
            </a>
          </p>
        )}
        {isDesk && !engineer?.phone && (
          <p className="border-l-4 border-ink py-1 pl-4">
            They have no phone number, so we can’t text them while they’re on call. An owner can add one under People.
          </p>
        )}
        <div
          className={`mt-4 grid gap-x-12 gap-y-10 ${isDesk ? 'max-w-[80em] lg:grid-cols-2' : 'lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_minmax(0,1.2fr)]'}`}
        >
          {!isDesk && (
            <div>
              <EngineerForm key={engineer?.retiredAt} engineer={engineer} refused={refused('save')} />
              {engineer && (
                <PortraitPart
                  name={engineer.name}
                  path={`/staff/engineers/${engineer.id}/portrait` satisfies SitePath}
                  version={portrait}
                  state={photo}
                />
              )}
              {access && !engineer?.hasLeft && (
                <EngineerAccessPart
                  access={access}
                  invitedUntil={invitedUntil}
                  refused={actionData?.intent === 'invite' ? { typed: actionData.typed, problem: actionData.refusal?.text } : undefined}
                />
              )}
            </div>
          )}
          {engineer && !engineer.hasLeft && (
            <>
              <ShiftsPart {...{ personId: engineer.id, shifts, next, isLater, today, day }} refused={refused('plan')} />
              <AbsencesPart {...{ absences, day }} refused={refused('absence')} />
            </>
          )}
        </div>
      </div>
    </StaffPage>
  )
}
