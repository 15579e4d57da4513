import type { Message } from '#app/platform/mail.ts'
import { notFound } from '#app/platform/refused-page.ts'
import type { Services } from '#app/platform/services.ts'

/** An email of the local mailbox, or a 404. */
export async function readMail(services: Services, id: string) {
  const row = await services.db.selectFrom('localMail').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  const { text, html, attachments } = JSON.parse(row.message) as Pick<Message, 'text' | 'html' | 'attachments'>
  return { id: row.id, at: row.at, recipient: row.recipient, subject: row.subject, text, html, attachments: attachments ?? [] }
}
