import stylesheet from '#app/dev.css?url'
import { Page } from '#app/features/site/components/page.tsx'
import { visitContext } from '#app/platform/services.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/mail'
import { readMail } from './read-mail.server.ts'

export const meta = () => [{ title: 'Local email' }, { name: 'robots', content: 'noindex' }]

export const loader = ({ context, params }: Route.LoaderArgs) => readMail(context.get(visitContext).services, params.id)

/** One email: its text, its attachments, and a link to it as HTML. */
export default function Mail({ loaderData: mail }: Route.ComponentProps) {
  return (
    <Page>
      <link rel="stylesheet" href={stylesheet} precedence="default" />
      <p>
        <a href={'/dev/mailbox' satisfies SitePath} className="inline-flex min-h-11 items-center">
          Local mailbox
        </a>
      </p>
      <h1 className="text-2xl">{mail.subject}</h1>
      <p className="mt-2 text-muted">To {mail.recipient}</p>
      <p className="mt-2">
        <a href={`/dev/mailbox/${mail.id}/html` satisfies SitePath} className="inline-flex min-h-11 items-center font-bold">
          As HTML
        </a>
      </p>
      <pre className="mt-4 border-2 border-ink bg-chalk p-4 font-sans text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
        {mail.text}
      </pre>
      {mail.attachments.map((attachment) => (
        <section key={attachment.filename} className="mt-5">
          <h2 className="text-lg">{attachment.filename}</h2>
          <pre className="mt-2 border border-line p-4 font-sans text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
            {attachment.content}
          </pre>
        </section>
      ))}
    </Page>
  )
}
