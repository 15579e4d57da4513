import { Form, redirect } from 'react-router'
import { ActNotice } from '#app/features/board/components/act-notice.tsx'
import { DispatchBar } from '#app/features/board/components/dispatch-bar.tsx'
import { type RefusedForm, refusedForm } from '#app/features/board/refused-form.ts'
import { addEngineer } from '#app/features/roster/add-engineer.server.ts'
import { changeEngineer } from '#app/features/roster/change-engineer.server.ts'
import { dropShift } from '#app/features/roster/drop-shift.server.ts'
import { planShift } from '#app/features/roster/plan-shift.server.ts'
import { readEngineers, readShifts } from '#app/features/roster/read-roster.server.ts'
import { requireRole } from '#app/features/sessions/guards.server.ts'
import { StaffPage } from '#app/features/shell/components/staff-page.tsx'
import { answerForm } from '#app/platform/answer-form.ts'
import { days, later, toInstant } from '#app/platform/clock.ts'
import { londonDay, windowText } from '#app/platform/london.ts'
import { privateFormHeaders } from '#app/platform/public-page.ts'
import { notFound, wrongForm } from '#app/platform/refused-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { SitePath } from '#app/platform/site-path.ts'
import { phoneText } from '#app/platform/uk.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { Route } from './+types/engineer'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.engineer?.name ?? 'New engineer'} | Emergency Plumbers London` },
  { name: 'robots', content: 'noindex' },
]
export const headers = privateFormHeaders

/** One engineer; `new`: one to be added. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  await requireRole(visit, request, 'staff')
  const { db, clock } = visit.services
  const now = clock.now()
  const done = new URL(request.url).searchParams.get('done') ?? ''
  const today = londonDay(now)
  if (params.id === 'new') return { engineer: undefined, shifts: [], done, today }
  const engineer = (await readEngineers(db, true)).find(({ id }) => id === params.id)
  if (!engineer) throw notFound()
  const shifts = await readShifts(db, toInstant(now), later(now, days(60)))
  return {
    engineer: { ...engineer, phone: phoneText(engineer.phone), hasLeft: engineer.retiredAt !== null },
    shifts: shifts
      .filter(({ engineerId }) => engineerId === engineer.id)
      .map(({ id, startsAt, endsAt }) => ({ id, text: windowText(startsAt, endsAt) })),
    done,
    today,
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const visit = context.get(visitContext)
  const viewer = await requireRole(visit, request, 'staff')
  const { services } = visit
  const staffId = viewer.account.user.id
  const back = (done: string, id = params.id) => redirect(`/staff/engineers/${id}?done=${done}` satisfies SitePath, 303)
  return answerForm(
    { request },
    async ({ text }) => {
      const engineer = { name: text('name'), phone: text('phone'), gasSafeNumber: text('gasSafeNumber'), base: text('base') }
      if (params.id === 'new') return back('saved', await addEngineer(services, { staffId, fields: engineer }))
      switch (text('intent')) {
        case 'plan':
          await planShift(services, {
            staffId,
            engineerId: params.id,
            fields: { day: text('day'), from: text('from'), until: text('until') },
          })
          return back('shift')
        case 'drop':
          await dropShift(services, { staffId, shiftId: text('shiftId') })
          return back('dropped')
        case 'save':
          await changeEngineer(services, { staffId, engineerId: params.id, fields: engineer, retired: text('retired') !== '' })
          return back('saved')
        default:
          throw wrongForm()
      }
    },
    refusedForm,
  )
}

/** Who somebody is, and when they work. */
export default function EngineerPage({ loaderData: { engineer, shifts, done, today }, actionData }: Route.ComponentProps) {
  const entered = actionData && actionData.intent !== 'plan' && actionData.intent !== 'drop' ? actionData : undefined
  const of = (name: 'name' | 'phone' | 'gasSafeNumber' | 'base') => ({
    id: name,
    name,
    defaultValue: entered?.typed[name] ?? engineer?.[name] ?? '',
    problem: entered?.problems[name],
  })
  return (
    <StaffPage width="full">
      <div className="mx-auto max-w-[1720px] px-4 pb-12 md:px-6">
        <DispatchBar />
        <ActNotice answer={actionData} done={done} />
        <h1 className="mt-4 text-2xl [overflow-wrap:anywhere]">{engineer?.name ?? 'New engineer'}</h1>
        {engineer?.hasLeft && <p className="mt-2 font-bold">Has left. Their jobs stay theirs.</p>}
        <div className="mt-4 grid gap-x-12 gap-y-10 lg:grid-cols-2">
          <Form method="post" noValidate className="max-w-[30em]" key={engineer?.retiredAt}>
            <TextField {...of('name')} label="Name" hint="Customers read it." maxLength={100} autoComplete="off" />
            <TextField {...of('phone')} label="Phone" type="tel" maxLength={30} autoComplete="off" />
            <TextField
              {...of('gasSafeNumber')}
              label="Gas Safe number"
              hint="Seven digits. Without one: no boilers, no water heaters."
              inputMode="numeric"
              maxLength={12}
              autoComplete="off"
              optional
            />
            <TextField {...of('base')} label="Starts from" hint="An area or a postcode." maxLength={200} autoComplete="off" optional />
            {engineer && (
              <label className="mt-4 flex min-h-11 items-center gap-3">
                <input type="checkbox" name="retired" value="yes" defaultChecked={engineer.hasLeft} className="size-6" />
                Has left: no new jobs, and no shifts to come
              </label>
            )}
            <Button name="intent" value="save" className="mt-5">
              {engineer ? 'Save' : 'Add the engineer'}
            </Button>
          </Form>
          {engineer && !engineer.hasLeft && (
            <Shifts shifts={shifts} today={today} refused={actionData?.intent === 'plan' ? actionData : undefined} />
          )}
        </div>
      </div>
    </StaffPage>
  )
}

function Shifts({ shifts, today, refused }: { shifts: readonly { id: string; text: string }[]; today: string; refused?: RefusedForm }) {
  return (
    <section aria-labelledby="shifts" className="max-w-[34em]">
      <h2 id="shifts" className="border-b-2 border-ink pb-2 text-xl">
        Shifts
      </h2>
      {shifts.length === 0 && <p className="mt-3 text-muted">None planned.</p>}
      <ul>
        {shifts.map(({ id, text }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-1.5">
            {text}
            <Form method="post" preventScrollReset>
              <input type="hidden" name="shiftId" value={id} />
              <Button name="intent" value="drop" look="outline" className="key-row">
                Take out
                <span className="sr-only">, {text}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      <Form method="post" noValidate preventScrollReset>
        <h3 className="mt-6 text-lg">Plan a shift</h3>
        <p className="text-sm text-muted">By London’s clocks. One that ends at or before its beginning ends on the next day.</p>
        <div className="grid grid-cols-2 gap-x-3 md:grid-cols-[1.4fr_1fr_1fr]">
          <TextField
            name="day"
            label="Day"
            type="date"
            defaultValue={refused?.typed.day ?? today}
            problem={refused?.problems.day}
            min={today}
          />
          <TextField name="from" label="From" type="time" defaultValue={refused?.typed.from ?? '08:00'} problem={refused?.problems.from} />
          <TextField
            name="until"
            label="Until"
            type="time"
            defaultValue={refused?.typed.until ?? '18:00'}
            problem={refused?.problems.until}
          />
        </div>
        <Button name="intent" value="plan" className="key-row mt-4">
          Plan it
        </Button>
      </Form>
    </section>
  )
}
