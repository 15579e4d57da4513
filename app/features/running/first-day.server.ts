import type { SignedIn } from '#app/features/accounts/authenticate.server.ts'
import { lockOwner } from '#app/features/accounts/lock-accounts.server.ts'
import { hasPlannedHours } from '#app/features/capacity/read-working-hours.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { openingOf } from '#app/platform/opening.ts'
import type { Services } from '#app/platform/services.ts'
import { hasSetting } from '#app/platform/settings.ts'
import { toInstant } from '#app/values/clock.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { calloutTexts } from '#content/price-list.ts'
import { backupPlaces } from './backups/files/places.server.ts'
import { sectionGroups } from './owner-sections.ts'

/** A step of an owner's first day: done, by what is stored and connected, or still to do. */
export interface FirstDayStep {
  id: string
  label: string
  /** Why it matters, or what is missing. */
  says: string
  href: string
  /** The fields that are missing, with links to them. */
  missing?: { label: string; href: string }[]
  isDone: boolean
  /** The button that marks it as done, if it may be right as it is, or isn't wanted. */
  settle?: string
}

const details: string = '/staff/settings/business/details' satisfies SitePath
/** The part of the page that `serverPart` leads to names the settings. */
const onServer = 'Ask the person who runs your server.'
const serverPart: string = '/staff/settings#server' satisfies SitePath

/** The steps of a new firm before and after it opens, in order, read from rows and from the configuration. */
export async function readFirstDay(services: Services): Promise<FirstDayStep[]> {
  const { db, config, clock, payments, published } = services
  const { missing } = openingOf(services)
  const onCall = await db
    .selectFrom('shifts')
    .innerJoin('engineers', 'engineers.id', 'shifts.engineerId')
    .select('shifts.id')
    .where('kind', '=', 'on-call')
    .where('endsAt', '>', toInstant(clock.now()))
    .where('isSample', '=', 0)
    .limit(1)
    .executeTakeFirst()
  const steps: FirstDayStep[] = [
    {
      id: 'details',
      label: 'Fill in your business details',
      says: 'The law asks for these, and the site opens once they’re there:',
      href: details,
      missing: missing.map(({ field, label }) => ({ label, href: `${details}#${field}` })),
      isDone: missing.length === 0,
    },
    {
      id: 'prices',
      label: 'Check your prices and offers',
      says: `Until you change them, the site charges what we suggest. Call-outs: ${calloutTexts(published.current().prices)}.`,
      href: '/staff/settings#prices' satisfies SitePath,
      isDone: false,
      settle: 'They’re right',
    },
    {
      id: 'shift',
      label: 'Plan the first shift',
      says: 'Until then, the website offers every slot, whether or not anyone can get there.',
      href: '/staff/engineers/plan' satisfies SitePath,
      isDone: await hasPlannedHours(db),
    },
    {
      id: 'on-call',
      label: 'Put someone on call',
      says: 'Urgent jobs go to the engineer on call. Once shifts are planned, Red Line is only sold while someone is.',
      href: '/staff/engineers/plan' satisfies SitePath,
      isDone: onCall !== undefined,
    },
    {
      id: 'engineer',
      label: 'Invite an engineer',
      says: 'They see their jobs on their own phone, and report from the door.',
      href: '/staff/engineers' satisfies SitePath,
      isDone: await hasEngineer(services),
    },
    {
      id: 'email',
      label: 'Connect email',
      says: `Without it, no confirmation reaches a customer, and no booking your inbox. ${onServer}`,
      href: serverPart,
      isDone: config.smtpUrl !== undefined,
    },
    {
      id: 'texts',
      label: 'Connect text messages',
      says: `They tell customers who is on the way, and wake the engineer on call. ${onServer}`,
      href: serverPart,
      isDone: config.twilio !== undefined,
      settle: 'We don’t need it',
    },
    {
      id: 'payments',
      label: 'Connect card payments',
      says: `Without them, Red Line can’t be booked online. ${onServer}`,
      href: serverPart,
      isDone: payments?.name === 'stripe',
      settle: 'We don’t need it',
    },
    {
      id: 'webhook',
      label: 'Send bookings to your own tools',
      says: 'Every new booking goes to a webhook: Zapier, Make or your own.',
      href: '/staff/settings#connections' satisfies SitePath,
      isDone: config.webhook !== undefined || (await hasSetting(db, 'webhookUrl')),
      settle: 'We don’t need it',
    },
    {
      id: 'backups',
      label: 'Give backups a place',
      says: `Until then, nothing copies the bookings anywhere else. ${onServer}`,
      href: serverPart,
      isDone: backupPlaces(config).length > 0,
    },
  ]
  const settled = await readSettled(services, steps)
  return steps.map(({ settle, ...step }) => {
    const isDone = step.isDone || (settle !== undefined && settled.has(step.id))
    return { ...step, isDone, ...(settle && !isDone && { settle }) }
  })
}

/** Marks a step as done: its present state is what the owner wants. Other ids are ignored. Throws `not_owner`. */
export async function settleFirstDay(services: Services, { account: { user } }: SignedIn, id: string): Promise<void> {
  const step = (await readFirstDay(services)).find((each) => each.id === id)
  if (!step?.settle) return
  await services.db.transaction().execute(async (tx) => {
    await lockOwner(tx, user.id)
    await recordAudit(tx, services.clock.now(), { actor: user.id, action: 'first-day.settle', subject: subjectOf(id) })
  })
}

const subjectOf = (id: string) => `first-day:${id}`

/** The steps that an owner has marked; prices also once one was saved, which means that someone looked at them. */
async function readSettled({ db }: Services, steps: readonly FirstDayStep[]): Promise<ReadonlySet<string>> {
  const marked = steps.flatMap(({ id, settle }) => (settle ? [[subjectOf(id), id] as const] : []))
  const prices = [...sectionGroups('prices'), ...sectionGroups('offers')].map((id) => [id, 'prices'] as const)
  const bySubject = new Map<string, string>([...marked, ...prices])
  const rows = await db
    .selectFrom('auditLog')
    .select('subject')
    .distinct()
    .where('subject', 'in', [...bySubject.keys()])
    .where('action', 'in', ['first-day.settle', 'business.change'])
    .execute()
  return new Set(rows.flatMap(({ subject }) => bySubject.get(subject) ?? []))
}

/** An engineer of ours has an account, or an invitation to one. */
async function hasEngineer({ db }: Services): Promise<boolean> {
  const withAccount = await db
    .selectFrom('engineers')
    .select('id')
    .where('userId', 'is not', null)
    .where('retiredAt', 'is', null)
    .where('isSample', '=', 0)
    .limit(1)
    .executeTakeFirst()
  if (withAccount) return true
  return (await db.selectFrom('staffInvitations').select('id').where('role', '=', 'engineer').limit(1).executeTakeFirst()) !== undefined
}
