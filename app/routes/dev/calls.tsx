import { Form } from 'react-router'
import { callStep, takeCall } from '#app/features/messages/receive-calls.server.ts'
import { Page } from '#app/features/site/components/page.tsx'
import { answerForm } from '#app/platform/answer-form.ts'
import { momentText } from '#app/platform/london.ts'
import { visitContext } from '#app/platform/services.ts'
import { normalisePhone } from '#app/platform/uk.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { newId } from '#app/values/ids.ts'
import type { Route } from './+types/calls'

export const meta = () => [{ title: 'Local calls' }, { name: 'robots', content: 'noindex' }]

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(visitContext).services
  const rows = await db
    .selectFrom('reachAttempts')
    .leftJoin('engineers', 'engineers.id', 'reachAttempts.personId')
    .leftJoin('authUsers', 'authUsers.id', 'reachAttempts.personId')
    .select(['reachAttempts.id', 'reachAttempts.at', 'outcome', 'engineers.phone', 'authUsers.phone as ownersPhone'])
    .where('channel', '=', 'call')
    .orderBy('reachAttempts.at', 'desc')
    .orderBy('reachAttempts.id', 'desc')
    .limit(50)
    .execute()
  return rows.map(({ at, phone, ownersPhone, ...row }) => ({ ...row, at: momentText(at), phone: phone ?? ownersPhone }))
}

/** Goes one step further on a call, with the key that was pressed, or on one that a customer makes. */
export async function action({ request, context }: Route.ActionArgs) {
  const { services } = context.get(visitContext)
  return answerForm(
    { request },
    async ({ text }): Promise<Answer> => {
      if (text('phone') !== '') {
        const [stage, callId] = [stages.find((each) => each === text('stage')) ?? 'ringing', text('callId') || newId()]
        await takeCall(services, { phone: normalisePhone(text('phone')) ?? '', callId, stage })
        return { say: stageTexts[stage], incoming: stage === 'ringing' ? { phone: text('phone'), callId } : undefined }
      }
      const { say, askAt } = await callStep(services, new URLSearchParams(text('query')), text('digit').slice(0, 1))
      return { say, query: askAt?.toString() }
    },
    ({ message }): Answer => ({ say: message }),
  )
}

interface Answer {
  say: string
  /** How a call to our people goes on. */
  query?: string
  /** A call to us that rings. */
  incoming?: { phone: string; callId: string }
}

const stages = ['ringing', 'answered', 'missed'] as const
const stageTexts = {
  ringing: 'It’s ringing: open staff pages show it.',
  answered: 'Answered.',
  missed: 'Missed: it’s in the inbox, or on their booking.',
}

/** Calls that no provider is connected for, and their keys. */
export default function Calls({ loaderData: calls, actionData }: Route.ComponentProps) {
  return (
    <Page>
      <h1 className="text-2xl">Local calls</h1>
      <p className="mt-3">Set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TEXT_FROM to place calls. Until then you can answer them here.</p>
      <Form method="post" className="mt-5 max-w-[36em] border-2 border-ink bg-chalk p-4">
        <h2 className="text-lg">Call us as a customer</h2>
        <TextField
          name="phone"
          label="From"
          hint="Anything that isn’t a UK number is a withheld one."
          defaultValue="+447700900123"
          required
        />
        <Button className="mt-4">Call</Button>
      </Form>
      {actionData && (
        <div className="mt-5 max-w-[36em] border-2 border-ink bg-chalk p-4">
          <p role="status" className="font-bold">
            {actionData.say}
          </p>
          {actionData.incoming && (
            <Form method="post" className="mt-3 flex gap-2">
              <input type="hidden" name="phone" value={actionData.incoming.phone} />
              <input type="hidden" name="callId" value={actionData.incoming.callId} />
              <Button name="stage" value="answered">
                Someone answers
              </Button>
              <Button name="stage" value="missed" look="outline">
                No one answers
              </Button>
            </Form>
          )}
          {actionData.query && (
            <Form method="post">
              <input type="hidden" name="query" value={actionData.query} />
              <TextField name="digit" label="Key" defaultValue="1" />
              <Button className="mt-4">Send</Button>
            </Form>
          )}
        </div>
      )}
      <h2 className="mt-6 text-lg">Calls to our people</h2>
      {calls.length === 0 && <p className="mt-5 font-bold">No calls yet.</p>}
      <ul className="mt-5 max-w-[36em]">
        {calls.map(({ id, at, phone, outcome }) => (
          <li key={id} className="border-b border-line py-3">
            {at}, to {phone}: {outcome ?? 'waiting'}
            <Form method="post">
              <input type="hidden" name="query" value={`id=${id}`} />
              <Button look="outline">Answer</Button>
            </Form>
          </li>
        ))}
      </ul>
    </Page>
  )
}
