import { readBooking } from '#app/features/booking/reads.server.ts'
import type { JobContext } from '#app/platform/jobs.ts'
import { postWebhook } from '#app/platform/post-webhook.ts'
import type { Services } from '#app/platform/services.ts'
import { readWebhookTarget } from './reads.server.ts'
import { webhookBody } from './rules.ts'
import { BookingJob } from './schema.ts'

/** Job `staff-webhook`: tells the configured target of a booking, signed; the job's id is the `webhook-id` of every attempt. */
export async function sendBookingWebhook(services: Services, payload: unknown, { jobId, signal }: JobContext): Promise<void> {
  const target = await readWebhookTarget(services, services.db)
  if (!target) throw new Error('No webhook is configured any more')
  const booking = await readBooking(services, BookingJob.parse(payload).bookingId)
  const message = { id: `msg_${jobId}`, timestamp: services.clock.now(), body: JSON.stringify(webhookBody(booking)) }
  await postWebhook(target, message, { allowedDomains: services.config.webhookAllowedDomains, loopback: services.config.devTools }, signal)
}
