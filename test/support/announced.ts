import { announcementKind } from '#app/features/booking/announce.ts'
import { sendAnnouncement } from '#app/features/messages/send-announcement.server.ts'
import type { Services } from '#app/platform/services.ts'

/** Queues the deliveries of announcements about bookings, without sending any, and returns every other job so far by its type. */
export async function handOut(services: Services) {
  const { db } = services
  const announced = await db.selectFrom('jobs').selectAll().where('kind', '=', announcementKind).where('state', '=', 'waiting').execute()
  for (const { id, payload, createdAt } of announced) {
    await sendAnnouncement(services, JSON.parse(payload), { jobId: id, attempt: 1, createdAt, signal: new AbortController().signal })
    await db.updateTable('jobs').set({ state: 'done', finishedAt: createdAt }).where('id', '=', id).execute()
  }
  const jobs = await db.selectFrom('jobs').selectAll().where('kind', '!=', announcementKind).orderBy('id').execute()
  return jobs.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
}
