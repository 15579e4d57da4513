import { visitContext } from '#app/platform/services.ts'
import type { Route } from './+types/mail-html'
import { readMail } from './read-mail.server.ts'

/** An email as the reader's program would show it: its inline styles, and nothing that runs. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const mail = await readMail(context.get(visitContext).services, params.id)
  const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"
  return new Response(mail.html, { headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy } })
}
