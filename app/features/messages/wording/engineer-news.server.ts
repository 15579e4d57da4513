import { hasOpenComplaint } from '#app/features/aftercare/complaints.server.ts'
import { hasEnded, notAJobStatuses } from '#app/features/booking/lifecycle.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import type { Services } from '#app/platform/services.ts'
import { withoutTypography } from '#app/platform/text-segments.ts'
import { hours } from '#app/values/clock.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { engineerAlert, engineersOccasions, engineerWords } from './engineer-job.ts'
import { HolderChangeJob, HolderDeviceJob } from './job-payloads.ts'
import { type Message, mailToEngineer, noEngineer, readTheirEngineer, sendAlert, siteOf } from './message.server.ts'
import { readChanged, type ToldChange } from './read-change.server.ts'

/* News of a job for the engineer who gets it, loses it or has it changed: by email, by text, and on each of their devices with alerts. */

/** Later, the text helps no one. */
const usefulMs = hours(4)

interface News {
  booking: Booking
  change: ToldChange
  job: HolderChangeJob['job']
  wasTold: boolean
  isComplaint: boolean
}

const readNews = async (services: Services, job: HolderChangeJob): Promise<News> => ({
  ...(await readChanged(services, job)),
  job: job.job,
  wasTold: job.change !== 'unassigned' || (await wasToldOfJob(services, job)),
  isComplaint: job.change === 'message' && (await hasOpenComplaint(services.db, job.bookingId)),
})

/** The reason why it is no longer news, if so. */
function whyOld({ booking, change: { change }, job, wasTold, isComplaint }: News): string | undefined {
  // After the visit, or once they complain, customers write to the office, maybe about the engineer.
  if (change === 'message' && (isComplaint || hasEnded(booking.status))) return 'Not sent: only the office answers this'
  const isTheirs = job === undefined || job.engineerId === booking.engineerId
  if (change === 'unassigned') {
    if (isTheirs && !notAJobStatuses.includes(booking.status)) return 'Not sent: they have the job again'
    return wasTold ? undefined : 'Not sent: they hadn’t been told of the job'
  }
  if (!isTheirs) return 'Not sent: the engineer no longer has this job'
  return change === 'assigned' && booking.status !== 'assigned' ? 'Not sent: the job has moved on since' : undefined
}

const ownAct = 'Not sent: they did it themselves'

export const engineerEmail = mailToEngineer({
  label: 'Job update, to the engineer',
  occasions: engineersOccasions,
  payload: HolderChangeJob,
  about: readNews,
  isOld: whyOld,
  words: ({ booking, change, job }, site) => engineerWords(booking, change, site, job),
})

export const engineerText: Message = {
  label: 'Job update, text to the engineer',
  channel: 'text',
  to: 'engineer',
  occasions: engineersOccasions.filter((occasion) => occasion !== 'message'),
  payload: HolderChangeJob,
  async send(services, carried, { jobId, createdAt, signal }) {
    const job = HolderChangeJob.parse(carried)
    const engineer = await readTheirEngineer(services.db, job)
    if (!engineer?.phone) return noEngineer
    const news = await readNews(services, job)
    const old = news.change.actor === engineer.userId ? ownAct : whyOld(news)
    if (old) return old
    // At every try in the same words: the provider is searched for them.
    const { subject } = engineerWords(news.booking, news.change, { ...siteOf(services), now: new Date(createdAt) }, news.job)
    const text = withoutTypography(`${subject}. ${services.config.siteUrl}${'/engineer' satisfies SitePath}`)
    return services.texts.send({ id: jobId, to: engineer.phone, channel: 'sms', text, isOurs: true, validMs: usefulMs }, signal)
  },
  subject: engineerEmail.subject,
}

export const engineerPush: Message = {
  label: 'Job update, to the engineer’s device',
  channel: 'push',
  to: 'engineer',
  occasions: engineersOccasions,
  payload: HolderDeviceJob,
  async send(services, carried, { createdAt, signal }) {
    const job = HolderDeviceJob.parse(carried)
    if ((await readTheirEngineer(services.db, job))?.userId !== job.userId) return noEngineer
    const news = await readNews(services, job)
    const old = news.change.actor === job.userId ? ownAct : whyOld(news)
    return old ?? sendAlert(services, job, engineerAlert(news.booking, news.change, new Date(createdAt), news.job), { signal })
  },
  subject: engineerEmail.subject,
}

/**
 * Returns true if an engineer who loses a job may have been told that they had it: an email, text or alert was sent, or was being sent
 * when they lost it. One retried later is dropped. Old deliveries are deleted: if there is none, assume that they were told.
 */
async function wasToldOfJob({ db }: Services, { bookingId, id, job }: HolderChangeJob): Promise<boolean> {
  const rows = await db
    .selectFrom('jobs')
    .leftJoin('jobAttempts', 'jobAttempts.jobId', 'jobs.id')
    .select(['jobs.id', 'jobs.payload', 'jobs.createdAt', 'jobAttempts.startedAt', 'jobAttempts.outcome', 'jobAttempts.detail'])
    .where('jobs.about', '=', bookingId)
    .where('jobs.kind', 'in', ['engineer-email', 'engineer-text', 'engineer-push'])
    .orderBy('jobs.createdAt')
    .execute()
  const messages = rows.map(({ payload, ...row }) => ({ ...row, told: HolderChangeJob.parse(JSON.parse(payload)) }))
  const lostAt = messages.find(({ told }) => told.change === 'unassigned' && told.id === id)?.createdAt ?? ''
  const last = messages.findLast(({ told }) => told.change === 'assigned' && told.job?.engineerId === job?.engineerId)
  if (!last) return true
  return messages.some(({ told, startedAt, outcome, detail }) => {
    if (told.id !== last.told.id || told.change !== 'assigned' || startedAt === null || outcome === 'failed') return false
    return outcome === 'ok' ? !detail?.startsWith('Not sent') : startedAt < lostAt
  })
}
