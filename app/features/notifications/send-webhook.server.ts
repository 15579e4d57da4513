import { readBooking } from '#app/features/booking/read-booking.server.ts'
import { targetPolicy } from '#app/platform/config.ts'
import type { JobContext } from '#app/platform/jobs.ts'
import { postWebhook } from '#app/platform/post-webhook.ts'
import { readWebhookTarget } from '#app/platform/read-webhook-target.ts'
import type { Services } from '#app/platform/services.ts'
import { readChange } from './reads.server.ts'
import { webhookBody, webhookChangeBody } from './rules.ts'
import { BookingChangeJob, BookingJob } from './schema.ts'

/** Job `staff-webhook`: tells the configured target of a booking, signed; the job's id is the `webhook-id` of every attempt. */
export async function sendBookingWebhook(services: Services, payload: unknown, context: JobContext): Promise<string> {
  return post(services, webhookBody(await readBooking(services, BookingJob.parse(payload).bookingId)), context)
}

/** Job `staff-change-webhook`: the same of what a customer did with a booking, or wrote. */
export async function sendChangeWebhook(services: Services, payload: unknown, context: JobContext): Promise<string> {
  const job = BookingChangeJob.parse(payload)
  const booking = await readBooking(services, job.bookingId)
  return post(services, webhookChangeBody(booking, { ...job, ...(await readChange(services.db, job)) }), context)
}

/** Answers what the target did. */
async function post(services: Services, body: unknown, { jobId, signal }: JobContext): Promise<string> {
  const target = await readWebhookTarget(services, services.db)
  if (!target) throw new Error('No webhook is configured any more')
  const message = { id: `msg_${jobId}`, timestamp: services.clock.now(), body: JSON.stringify(body) }
  return `Answered ${await postWebhook(target, message, targetPolicy(services.config), signal)}`
}
