import { Form, redirect } from 'react-router'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { type PatternTexts, PlanForm, patternPresets } from '#app/features/capacity/components/plan-form.tsx'
import { PlanPreviewPart, planPreview } from '#app/features/capacity/components/plan-preview-part.tsx'
import { planRota, previewRota, type RotaPlan } from '#app/features/capacity/plan-rota.server.ts'
import { readRota } from '#app/features/capacity/read-rota.server.ts'
import { readRotaPeople } from '#app/features/capacity/rota-people.server.ts'
import type { Rota } from '#app/features/capacity/rota-view.ts'
import { daysFrom, type WantedShift } from '#app/features/capacity/shift-patterns.ts'
import { ActNotice } from '#app/features/desk/components/act-notice.tsx'
import { DispatchBar } from '#app/features/desk/components/dispatch-bar.tsx'
import { JobsToGiveAway } from '#app/features/dispatch/components/jobs-to-give-away.tsx'
import { dropShifts, readShiftsToDrop, type ShiftsOfDays } from '#app/features/dispatch/drop-shift.server.ts'
import { readEntry } from '#app/features/dispatch/read-entry.ts'
import { CopyFields, DaysFields, PatternFields } from '#app/features/dispatch/roster-fields.ts'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { answerForm } from '#app/platform/answer-form.ts'
import { InvalidEntry } from '#app/platform/errors.ts'
import { londonDay } from '#app/platform/london.ts'
import { counted } from '#app/platform/next-text.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { addDays, addMonths, isDay, type LondonDay, mondayOf } from '#app/values/day.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/plan-rota'
import { jobsSeenIn, refusedRotaForm } from './rota-answer.server.ts'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta = () => privateMeta('Plan shifts')
export const headers = privateFormHeaders

/** The most people of one plan, and characters of a field. */
const mostPeople = 100
const longest = 40

/** The rota in an address: the engineers' unless it is the desk's. */
const rotaIn = (query: URLSearchParams): Rota => (query.get('rota') === 'desk' ? 'desk' : 'engineers')

/** Reads the form's fields from the address. Without them the form is set to the month after this one. */
function readQuery(query: URLSearchParams, today: LondonDay, present: readonly string[]) {
  const rota = rotaIn(query)
  const mode = modes.find(({ id }) => id === query.get('by'))?.id ?? 'pattern'
  const isSent = query.has('sent')
  const nextMonth = addMonths(`${today.slice(0, 7)}-01`, 1)
  const usual = {
    ...{ firstDay: nextMonth, lastDay: addDays(addMonths(nextMonth, 1), -1) },
    ...{ daysOn: '4', daysOff: '3', daysApart: '1', from: '08:00', until: '18:00', kind: 'shift' },
    ...{ week: mondayOf(today), weeks: '4' },
  }
  const typed = Object.fromEntries(Object.entries(usual).map(([name, value]) => [name, query.get(name)?.slice(0, longest) ?? value]))
  const who = isSent ? query.getAll('who').slice(0, mostPeople) : [...present]
  const preset = patternPresets.find(({ id }) => id === query.get('preset'))
  const firstDay = typed.firstDay && isDay(typed.firstDay) ? typed.firstDay : nextMonth
  return {
    ...{ rota, mode, isSent, who: present.filter((id) => who.includes(id)) },
    typed: { ...typed, ...preset?.of(who.length, firstDay) } as PatternTexts & Record<'week' | 'weeks', string>,
  }
}

/** The requested plan, or the people and days whose shifts are to be removed. Throws `InvalidEntry`. */
function planOf({ mode, who, typed }: ReturnType<typeof readQuery>): RotaPlan | ShiftsOfDays {
  const asked =
    mode === 'remove'
      ? readEntry(DaysFields, typed)
      : { by: mode === 'copy' ? readEntry(CopyFields, typed) : readEntry(PatternFields, typed) }
  if (who.length === 0) throw new InvalidEntry({ who: 'Choose at least one person' })
  return { personIds: who, ...asked }
}

/** The form and, once it was sent, a preview of the plan. Nothing is changed: the address can be kept and opened again. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { services } = await requireRole(context, request, 'staff')
  const query = new URL(request.url).searchParams
  const people = await readRotaPeople(services.db, rotaIn(query))
  const asked = readQuery(
    query,
    londonDay(services.clock.now()),
    people.map(({ id }) => id),
  )
  const form = { ...asked, people: people.map(({ id, name, gasSafeNumber }) => ({ id, name, isGasSafe: gasSafeNumber !== null })) }
  if (!asked.isSent) return { form, problems: {}, preview: undefined, months: [] }
  try {
    const plan = planOf(asked)
    const sorted = 'by' in plan ? await previewRota(services, plan) : { planned: await readShiftsToDrop(services, plan), leftOut: [] }
    const names = new Map(people.filter(({ id }) => asked.who.includes(id)).map(({ id, name }) => [id, name]))
    // The rota is drawn as it would be then.
    const days = 'by' in plan ? daysOf(sorted.planned) : []
    const months = [...Map.groupBy(days, (day) => day.slice(0, 7)).values()]
    return {
      ...{ form, problems: {}, preview: planPreview(sorted, names) },
      months: await Promise.all(months.map((month) => readRota(services, asked.rota, month, sorted.planned))),
    }
  } catch (error) {
    if (error instanceof InvalidEntry) return { form, problems: error.fields, preview: undefined, months: [] }
    throw error
  }
}

/** The days from the first shift to the last. */
function daysOf(shifts: readonly WantedShift[]): LondonDay[] {
  const days = shifts.map(({ startsAt }) => londonDay(startsAt)).toSorted()
  return daysFrom(days[0] ?? '1', days.at(-1) ?? '0')
}

/** Carries out the plan of the address. */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, userId: staffId } = await requireRole(context, request, 'staff')
  const query = new URL(request.url).searchParams
  return answerForm(
    { request },
    async (form) => {
      const present = (await readRotaPeople(services.db, rotaIn(query))).map(({ id }) => id)
      const asked = readQuery(query, londonDay(services.clock.now()), present)
      if (!asked.isSent) throw new StepRefused('Choose Preview first, then confirm what it shows.')
      const plan = planOf(asked)
      if (!('by' in plan)) {
        const removed = await dropShifts(services, { staffId, jobsSeen: jobsSeenIn(form), ...plan })
        return redirect(`/staff/engineers?month=${plan.firstDay.slice(0, 7)}&removed=${removed}` satisfies SitePath, 303)
      }
      const planned = await planRota(services, { staffId, plan })
      const first = 'week' in plan.by ? addDays(plan.by.week, 7) : plan.by.firstDay
      return redirect(`/staff/engineers?month=${first.slice(0, 7)}&planned=${planned}` satisfies SitePath, 303)
    },
    refusedRotaForm,
  )
}

/** Plans a pattern, or a copied week, for many people and weeks, with a preview. */
export default function PlanRota({ loaderData: { form, problems, preview, months }, actionData }: Route.ComponentProps) {
  const { mode, rota } = form
  const isDesk = rota === 'desk'
  const isRemoving = mode === 'remove'
  const list = Object.entries(problems).map(([field, text]) => ({ field, text }))
  return (
    <StaffPage width="full">
      <div className="mx-auto max-w-[1720px] px-4 pb-12 md:px-6">
        <DispatchBar />
        {actionData?.jobs ? (
          <JobsToGiveAway {...actionData} jobs={actionData.jobs} change="Remove the shifts" />
        ) : (
          list.length === 0 && <ActNotice answer={actionData} done="" />
        )}
        <h1 className="mt-4 text-2xl">{isDesk ? 'Plan dispatchers’ shifts' : 'Plan shifts'}</h1>
        <p className="mt-2 text-muted">Plan for as many people and weeks as you like. You’ll see a preview first.</p>
        <nav aria-label="How to plan" className="mt-4 flex flex-wrap gap-2">
          {modes.map(({ id, label }) => (
            <ButtonLink
              key={id}
              href={`/staff/engineers/plan?by=${id}${isDesk ? '&rota=desk' : ''}` satisfies SitePath}
              look={mode === id ? 'ink' : 'outline'}
              aria-current={mode === id ? 'page' : undefined}
              className="key-row"
            >
              {label}
            </ButtonLink>
          ))}
        </nav>
        {list.length > 0 && (
          <div className="mt-4 max-w-[52em]">
            <ErrorSummary problems={list} />
          </div>
        )}
        {form.people.length === 0 && (
          <p className="mt-4">
            You have no engineers yet.{' '}
            <a href={'/staff/engineers/new' satisfies SitePath} className="inline-flex min-h-11 items-center font-bold">
              Add the first one
            </a>
          </p>
        )}
        <div className="mt-2 grid gap-x-12 gap-y-8 xl:grid-cols-[24em_minmax(0,1fr)]">
          <PlanForm {...form} problems={problems} />
          {preview && (
            <PlanPreviewPart preview={preview} months={months} verb={isRemoving ? 'remove' : 'plan'}>
              <Form method="post" replace>
                <Button>{`${isRemoving ? 'Remove' : 'Plan'} ${counted(preview.count, 'shift')}`}</Button>
              </Form>
            </PlanPreviewPart>
          )}
        </div>
      </div>
    </StaffPage>
  )
}

const modes = [
  { id: 'pattern', label: 'A pattern' },
  { id: 'copy', label: 'Copy a week' },
  { id: 'remove', label: 'Remove shifts' },
] as const
