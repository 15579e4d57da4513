import { Form, redirect } from 'react-router'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { ActNotice } from '#app/features/desk/components/act-notice.tsx'
import { DispatchBar } from '#app/features/desk/components/dispatch-bar.tsx'
import { JobsToGiveAway } from '#app/features/dispatch/components/jobs-to-give-away.tsx'
import { dropShift } from '#app/features/dispatch/drop-shift.server.ts'
import { changeShift, shiftSeen } from '#app/features/dispatch/plan-shift.server.ts'
import { readShift } from '#app/features/dispatch/read-shift.server.ts'
import type { ShiftInput } from '#app/features/dispatch/roster-fields.ts'
import { swapShift } from '#app/features/dispatch/swap-shift.server.ts'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { answerForm } from '#app/platform/answer-form.ts'
import { InvalidEntry } from '#app/platform/errors.ts'
import { londonDay, timeText, windowText } from '#app/platform/london.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import { notFound, wrongForm } from '#app/platform/refused-page.ts'
import { phoneText } from '#app/platform/uk.ts'
import type { RouteHandle } from '#app/root.tsx'
import { RowButton } from '#app/ui/button.tsx'
import { Options, Select, TextField } from '#app/ui/field.tsx'
import { Part } from '#app/ui/part.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/shift'
import { doneOnRota, jobsSeenIn, refusedRotaForm } from './rota-answer.server.ts'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta: Route.MetaFunction = ({ loaderData }) => privateMeta(loaderData?.title ?? 'Shift')
export const headers = privateFormHeaders

/** One shift: its person, an engineer's jobs in it, and possible swaps. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { services } = await requireRole(context, request, 'staff')
  const found = await readShift(services, params.id)
  if (!found) throw notFound()
  const { shift, person, jobs, others, colleagues } = found
  const text = windowText(shift.startsAt, shift.endsAt, services.clock.now())
  return {
    title: `${shift.kind === 'on-call' ? 'On call' : 'Shift'}${person.rota === 'desk' ? ' as dispatcher' : ''}: ${text}`,
    person: { id: person.id, name: person.name, phone: person.phone, isDesk: person.rota === 'desk' },
    times: { day: londonDay(shift.startsAt), from: timeText(shift.startsAt), until: timeText(shift.endsAt), kind: shift.kind },
    jobs: jobs.map(({ id, reference, service, promisedFrom, promisedUntil }) => ({
      ...{ id, reference, service, when: windowText(promisedFrom, promisedUntil) },
    })),
    others: others.map(({ id, name, kind, startsAt, endsAt }) => ({
      id,
      text: `${name}, ${kind === 'on-call' ? 'on call ' : ''}${windowText(startsAt, endsAt)}`,
    })),
    colleagues: colleagues.map(({ id, name, gasSafeNumber }) => ({ id, text: gasSafeNumber ? `${name}, Gas Safe` : name })),
    seen: shiftSeen(shift),
    done: doneOnRota(new URL(request.url).searchParams),
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { services, userId: staffId } = await requireRole(context, request, 'staff')
  return answerForm(
    { request },
    async (form) => {
      const jobsSeen = jobsSeenIn(form)
      switch (form.text('intent')) {
        case 'swap': {
          const [kind, id = ''] = form.text('with').split(' ')
          if (kind !== 'shift' && kind !== 'person') throw new InvalidEntry({ with: 'Choose a shift or a person' })
          await swapShift(services, {
            staffId,
            shiftId: params.id,
            with: kind === 'shift' ? { shiftId: id } : { personId: id },
            jobsSeen,
          })
          return redirect(`/staff/engineers/shifts/${params.id}?done=${kind === 'shift' ? 'swapped' : 'given'}` satisfies SitePath, 303)
        }
        case 'change': {
          const times = { day: form.text('day'), from: form.text('from'), until: form.text('until') }
          const kind = (form.text('kind') || undefined) as ShiftInput['kind']
          await changeShift(services, {
            staffId,
            shiftId: params.id,
            fields: { ...times, kind },
            seen: form.text('seen') || undefined,
            jobsSeen,
          })
          return redirect(`/staff/engineers/shifts/${params.id}?done=saved` satisfies SitePath, 303)
        }
        case 'drop': {
          const found = await readShift(services, params.id)
          await dropShift(services, { staffId, shiftId: params.id, jobsSeen })
          const week = found ? `week=${londonDay(found.shift.startsAt)}&` : ''
          return redirect(`/staff/engineers?${week}done=dropped` satisfies SitePath, 303)
        }
        default:
          throw wrongForm()
      }
    },
    refusedRotaForm,
  )
}

/** A shift, and its actions. */
export default function ShiftPage({ loaderData, actionData }: Route.ComponentProps) {
  const { title, person, times, jobs, others, colleagues, seen, done } = loaderData
  const { day } = times
  const refused = actionData?.intent === 'change' ? actionData : undefined
  const of = (name: keyof typeof times) => ({ name, defaultValue: refused?.typed[name] ?? times[name], problem: refused?.problems[name] })
  return (
    <StaffPage width="full">
      <div className="mx-auto max-w-[1720px] px-4 pb-12 md:px-6">
        <DispatchBar />
        {actionData?.jobs ? (
          <JobsToGiveAway
            {...actionData}
            jobs={actionData.jobs}
            change={changes[actionData.intent] ?? 'Save'}
            isHandedOver={actionData.intent === 'swap'}
          />
        ) : (
          <ActNotice answer={actionData} done={done} />
        )}
        <h1 className="mt-4 text-2xl [overflow-wrap:anywhere]">{person.name}</h1>
        <p className="mt-1 text-lg font-bold">{title}</p>
        <p className="flex flex-wrap gap-x-5">
          {person.phone && (
            <a href={`tel:${person.phone}`} className="inline-flex min-h-11 items-center font-bold">
              {phoneText(person.phone)}
            </a>
          )}
          <a href={`/staff/engineers?week=${day}` satisfies SitePath} className="inline-flex min-h-11 items-center">
            That week’s rota
          </a>
          <a href={`/staff/engineers/${person.id}?day=${day}#absences` satisfies SitePath} className="inline-flex min-h-11 items-center">
            Off sick or on holiday
          </a>
        </p>
        <div className="mt-4 grid max-w-[62em] gap-x-12 gap-y-8 lg:grid-cols-2">
          {!person.isDesk && (
            <Part id="jobs" title="Jobs at this time">
              {jobs.length === 0 && <p className="mt-3 text-muted">None.</p>}
              <ul>
                {jobs.map(({ id, reference, service, when }) => (
                  <li key={id} className="flex flex-wrap items-center gap-x-3 border-b border-line">
                    <a href={`/staff/bookings/${id}` satisfies SitePath} className="inline-flex min-h-11 items-center font-bold">
                      {reference}
                    </a>
                    {service}, {when}
                  </li>
                ))}
              </ul>
            </Part>
          )}
          <Part id="change" title="Change">
            <Form method="post" noValidate key={`swap ${seen}`}>
              <Select
                name="with"
                label="Swap with, or give to"
                hint="Choose a shift to get in return, or a person who’s free."
                defaultValue={actionData?.typed.with ?? ''}
                problem={actionData?.problems.with}
              >
                <option value="">Choose</option>
                <optgroup label="A shift within two weeks of this one">
                  <Options of={others.map(({ id, text }) => [`shift ${id}`, text])} />
                </optgroup>
                <optgroup label="Give it to">
                  <Options of={colleagues.map(({ id, text }) => [`person ${id}`, text])} />
                </optgroup>
              </Select>
              <RowButton name="intent" value="swap" look="ink" className="mt-4">
                Swap or give
              </RowButton>
            </Form>
            <Form method="post" noValidate className="mt-8 border-t border-line" key={seen}>
              <input type="hidden" name="seen" value={seen} />
              <div className="grid grid-cols-2 gap-x-3">
                <TextField {...of('day')} label="Day" type="date" />
                <Select {...of('kind')} label="Type">
                  <option value="shift">Shift</option>
                  <option value="on-call">On call</option>
                </Select>
                <TextField {...of('from')} label="From" type="time" />
                <TextField {...of('until')} label="Until" type="time" />
              </div>
              <RowButton name="intent" value="change" look="ink" className="mt-4">
                Save times
              </RowButton>
            </Form>
            <Form method="post" className="mt-8 border-t border-line pt-5">
              <RowButton name="intent" value="drop">
                Remove
              </RowButton>
            </Form>
          </Part>
        </div>
      </div>
    </StaffPage>
  )
}

/** Texts of changes to the rota, by the intent of the form. */
const changes: Record<string, string> = { swap: 'Swap', drop: 'Remove the shift', change: 'Save the times' }
