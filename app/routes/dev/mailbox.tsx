import { Page } from '#app/features/site/components/page.tsx'
import { momentText } from '#app/platform/london.ts'
import { visitContext } from '#app/platform/services.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/mailbox'

export const meta = () => [{ title: 'Local mailbox' }, { name: 'robots', content: 'noindex' }]

export async function loader({ context }: Route.LoaderArgs) {
  const { services } = context.get(visitContext)
  return services.db
    .selectFrom('localMail')
    .select(['id', 'at', 'recipient', 'subject'])
    .where('recipient', 'like', '%@%')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
}

/** Emails kept because there is no SMTP server. */
export default function Mailbox({ loaderData: mails }: Route.ComponentProps) {
  return (
    <Page>
      <h1 className="text-2xl">Local mailbox</h1>
      <p className="mt-3">Set SMTP_URL to send email. Until then it’s kept here for a week, newest first.</p>
      <p className="mt-2">
        <a href={'/dev/texts' satisfies SitePath} className="inline-flex min-h-11 items-center">
          Text messages
        </a>
      </p>
      {mails.length === 0 && <p className="mt-5 font-bold">No email yet.</p>}
      <ul className="mt-5">
        {mails.map((mail) => (
          <li key={mail.id} className="border-b border-line py-2">
            <a href={`/dev/mailbox/${mail.id}` satisfies SitePath} className="inline-flex min-h-11 items-center font-bold">
              {mail.subject}
            </a>
            <p className="text-sm text-muted">
              To {mail.recipient}, {momentText(mail.at)}
            </p>
          </li>
        ))}
      </ul>
    </Page>
  )
}
