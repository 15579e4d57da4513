import { Form, redirect } from 'react-router'
import { takeText } from '#app/features/messages/receive-texts.server.ts'
import { Page } from '#app/features/site/components/page.tsx'
import { answerForm } from '#app/platform/answer-form.ts'
import { momentText } from '#app/platform/london.ts'
import { counted } from '#app/platform/next-text.ts'
import { visitContext } from '#app/platform/services.ts'
import { segmentsOf } from '#app/platform/text-segments.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea, TextField } from '#app/ui/field.tsx'
import { newId } from '#app/values/ids.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/texts'

export const meta = () => [{ title: 'Local texts' }, { name: 'robots', content: 'noindex' }]

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(visitContext).services
  const rows = await db
    .selectFrom('localMail')
    .select(['id', 'at', 'recipient', 'subject', 'message'])
    .where('recipient', 'like', '+%')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ message, at, ...row }) => {
    const { text } = JSON.parse(message) as { text: string }
    return { ...row, at: momentText(at), text, segments: segmentsOf(text) }
  })
}

/** Takes a text as if that phone had sent it. */
export async function action({ request, context }: Route.ActionArgs) {
  const { services } = context.get(visitContext)
  return answerForm(
    { request },
    async ({ text }) => {
      const answer = await takeText(services, { phone: text('phone').trim(), text: text('text').trim(), providerId: newId(), asked: '' })
      return answer ? { answer } : redirect('/dev/texts' satisfies SitePath, 303)
    },
    () => ({ answer: '' }),
  )
}

/** Texts kept because no provider is connected, and a form to answer them. */
export default function Texts({ loaderData: texts, actionData }: Route.ComponentProps) {
  return (
    <Page>
      <h1 className="text-2xl">Local texts</h1>
      <p className="mt-3">
        Set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TEXT_FROM to send texts. Until then they’re kept here for a week.
      </p>
      <Form method="post" className="mt-5 max-w-[36em] border-2 border-ink bg-chalk p-4">
        <h2 className="text-lg">Text us as a customer</h2>
        {actionData?.answer && (
          <p role="status" className="mt-2 font-bold">
            They get: {actionData.answer}
          </p>
        )}
        <TextField name="phone" label="From" type="tel" required defaultValue={texts[0]?.recipient ?? '+447700900123'} />
        <TextArea name="text" label="Text" required rows={2} />
        <Button className="mt-4">Send</Button>
      </Form>
      {texts.length === 0 && <p className="mt-5 font-bold">No texts yet.</p>}
      <ul className="mt-5 max-w-[36em]">
        {texts.map(({ id, at, recipient, subject, text, segments: { alphabet, count } }) => (
          <li key={id} className="border-b border-line py-3">
            <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
              {text}
            </p>
            <p className="mt-1 text-sm text-muted">
              {subject} to {recipient}, {at}: {text.length} characters, {counted(count, 'segment')}
              {alphabet === 'unicode' && ', not in the GSM alphabet'}
            </p>
          </li>
        ))}
      </ul>
    </Page>
  )
}
