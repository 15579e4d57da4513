import { data, Form, redirect } from 'react-router'
import { type AccountAnswer, answerAccountForm } from '#app/features/accounts/account-form.server.ts'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { AttemptRows, StateMark } from '#app/features/messages/components/delivery-rows.tsx'
import { attemptRow, lookOf, stateText } from '#app/features/messages/delivery-view.ts'
import { channelWords } from '#app/features/messages/delivery-words.ts'
import { readDelivery } from '#app/features/messages/read-deliveries.server.ts'
import { replayDelivery, tryDeliveryNow } from '#app/features/messages/send-delivery-again.server.ts'
import { StaffFrame } from '#app/features/site/components/staff-frame.tsx'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { momentText } from '#app/platform/london.ts'
import { namedIn } from '#app/platform/named-in-address.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import { notFound, wrongForm } from '#app/platform/refused-page.ts'
import { useRefresh } from '#app/platform/use-refresh.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button } from '#app/ui/button.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/deliveries-one'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta = () => privateMeta('Delivery')
export const headers = privateFormHeaders

const doneTexts: Record<string, [string, string]> = {
  sent: ['On its way again', 'This is the new message. It’s being sent now.'],
  already: ['Already sent again', 'A colleague got there first. This is the message that was sent.'],
  tried: ['Trying now', 'You’ll see below how it went.'],
}

function noticeOf(request: Request) {
  const [title, text] = namedIn(request.url, doneTexts) ?? []
  return title && text ? { title, text, tone: 'plain' as const } : undefined
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { services } = await requireRole(context, request, 'staff')
  const delivery = await readDelivery(services, params.id)
  if (!delivery) throw notFound()
  const { id, label, channel, to, reference, subject, state, createdAt, finishedAt, replayedAs, replayProblem, leaseToken, about } =
    delivery
  return {
    notice: noticeOf(request),
    id,
    label,
    channel: channelWords[channel],
    to,
    booking: reference && about ? { reference, href: `/staff/bookings/${about}` satisfies SitePath } : undefined,
    subject,
    state,
    look: lookOf({ state, detail: delivery.detail }),
    stateText: stateText(delivery, services.clock.now()),
    asked: momentText(createdAt),
    finished: finishedAt && momentText(finishedAt),
    replayedAs,
    replayProblem,
    mayTry: state === 'waiting' && !leaseToken,
    attempts: delivery.history.map(attemptRow),
  }
}

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const { visit, services, viewer } = await requireRole(context, request, 'staff')
  return answerAccountForm(
    { request, visit, viewer },
    async ({ text }) => {
      const refuse = (words: string) =>
        data<AccountAnswer>({ notice: { title: 'Not sent again', text: words, tone: 'alarm' } }, { status: 409 })
      if (text('intent') === 'try') {
        if (await tryDeliveryNow(services, viewer, id)) return redirect(`/staff/deliveries/${id}?done=tried` satisfies SitePath, 303)
        return refuse('It’s being sent now, or has just been sent. Reload the page to see how it went.')
      }
      if (text('intent') !== 'replay') throw wrongForm()
      const replay = await replayDelivery(services, viewer, { id, seen: text('seen') })
      if ('problem' in replay) return refuse(replay.problem)
      return redirect(`/staff/deliveries/${replay.id}?done=${replay.isNew ? 'sent' : 'already'}` satisfies SitePath, 303)
    },
    { not_staff: 'You’re no longer a member of staff.' },
  )
}

/** One delivery: its recipient, its subject and every attempt with its answer; it can be sent again, or tried straight away. */
export default function Delivery({ loaderData, actionData }: Route.ComponentProps) {
  const { notice, id, label, channel, to, booking, subject, state, asked, finished, replayedAs, replayProblem, mayTry, attempts } =
    loaderData
  useRefresh(5_000)
  return (
    <StaffPage>
      <StaffFrame
        title={label}
        notice={actionData?.notice ?? notice}
        back={{ label: 'Deliveries', href: '/staff/deliveries' satisfies SitePath }}
        width="wide"
      >
        <div className="mt-6 max-w-[40em] border-t-2 border-ink">
          <Facts>
            <Fact label="Status">
              <StateMark state={loaderData.look}>{loaderData.stateText}</StateMark>
            </Fact>
            <Fact label={`${channel} to`}>{to}</Fact>
            {subject && <Fact label={channel === 'Webhook' ? 'Type' : 'Subject'}>{subject}</Fact>}
            {booking && (
              <Fact label="Booking">
                <a href={booking.href} className="inline-flex min-h-11 items-center">
                  {booking.reference}
                </a>
              </Fact>
            )}
            <Fact label="Requested">{asked}</Fact>
            {finished && <Fact label={loaderData.look === 'unsent' ? 'Not sent' : state === 'done' ? 'Sent' : 'Given up'}>{finished}</Fact>}
            {replayedAs && (
              <Fact label="Sent again">
                <a href={`/staff/deliveries/${replayedAs}` satisfies SitePath} className="inline-flex min-h-11 items-center">
                  See that delivery
                </a>
              </Fact>
            )}
          </Facts>
        </div>
        <Form method="post" action={`/staff/deliveries/${id}` satisfies SitePath} className="mt-6 max-w-[30em]" key={id}>
          {mayTry && (
            <Button name="intent" value="try" className="w-full">
              Try now
            </Button>
          )}
          {!replayProblem && (
            <>
              <input type="hidden" name="seen" value={replayedAs ?? ''} />
              <Button name="intent" value="replay" look={state === 'dead' ? 'ink' : 'outline'} className="w-full">
                {replayedAs ? 'Send once more' : 'Send again'}
              </Button>
              <p className="mt-1 text-sm text-muted">
                It’ll go out as a new message with the current details. If the first one did arrive, they’ll get it twice.
              </p>
            </>
          )}
          {replayProblem && state !== 'waiting' && <p className="text-muted">It can’t be sent again. {replayProblem}</p>}
        </Form>
        <h2 className="mt-10 text-xl">Attempts</h2>
        {attempts.length === 0 ? <p className="mt-2 text-muted">None yet.</p> : <AttemptRows rows={attempts} />}
      </StaffFrame>
    </StaffPage>
  )
}
