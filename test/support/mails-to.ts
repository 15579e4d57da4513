import { runDueJobs } from '#app/platform/jobs.ts'
import { jobHandlers } from '#server/jobs.ts'
import type { World } from './world.ts'

interface Mail {
  text: string
  html: string
  attachments?: { filename: string; contentType: string; content: string }[]
}

/** The emails and texts to an address, oldest first, once all due ones have been sent; `message` is the whole message as JSON. */
export async function mailsTo({ services }: Pick<World, 'services'>, to: string) {
  await runDueJobs(services, jobHandlers)
  const rows = await services.db.selectFrom('localMail').selectAll().where('recipient', '=', to).orderBy('at').orderBy('id').execute()
  return rows.map(({ subject, message }) => ({ ...(JSON.parse(message) as Mail), subject, message }))
}
