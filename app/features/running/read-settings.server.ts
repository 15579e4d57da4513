import { nameOf } from '#app/features/accounts/account-rows.ts'
import { listText } from '#app/platform/list-text.ts'
import type { Services } from '#app/platform/services.ts'
import { hasSetting, readSettings, type SettingName } from '#app/platform/settings.ts'
import { templateKinds } from '#app/platform/text-carrier.ts'
import { readTextsOfMonth } from '#app/platform/texts.ts'
import { callNumberOf } from '#app/platform/twilio.ts'
import { days, type Instant, later } from '#app/values/clock.ts'
import { poundsText } from '#content/money.ts'
import { backupPlaces } from './backups/files/places.server.ts'
import { masked } from './setting-problems.ts'
import { keptAs, type StoredSetting, storedSettings } from './stored-settings.ts'

/** The state of a setting: its masked value and its source. */
export interface SettingView {
  setting: StoredSetting
  /** Undefined: not set, or unreadable. */
  shown: string | undefined
  from: 'stored' | 'environment' | 'nowhere' | 'unreadable'
}

/** The state of the three settings; their full values never leave the server. */
export const readSettingViews = (services: Services): Promise<SettingView[]> =>
  Promise.all(storedSettings.map((setting) => readSettingView(services, setting)))

/** The state of one setting. */
export async function readSettingView(services: Services, setting: StoredSetting): Promise<SettingView> {
  const opened = await open(services, keptAs[setting])
  if (opened === 'unreadable') return { setting, shown: undefined, from: 'unreadable' }
  if (opened !== undefined) return { setting, shown: masked(setting, opened), from: 'stored' }
  const { webhook, stripe, analyticsMeasurementId } = services.config
  const given = { webhook: webhook?.url, 'payment-link': stripe?.paymentLink, analytics: analyticsMeasurementId }[setting]
  return given ? { setting, shown: masked(setting, given), from: 'environment' } : { setting, shown: undefined, from: 'nowhere' }
}

/** Returns the source of the webhook's signing secret. */
export async function readSecretOrigin(services: Services): Promise<SettingView['from']> {
  const opened = await open(services, 'webhookSecret')
  if (opened === 'unreadable') return 'unreadable'
  if (opened !== undefined) return 'stored'
  return services.config.webhook ? 'environment' : 'nowhere'
}

/** One encrypted under a lost key is unreadable: it has to be stored again, and doesn't affect the others. */
async function open(services: Services, name: SettingName): Promise<string | 'unreadable' | undefined> {
  try {
    return (await readSettings(services, services.db, [name]))[name]
  } catch {
    return 'unreadable'
  }
}

/** Parts of the texts about a booking: confirmed, engineer assigned, on the way and the bill, of one or two parts each. */
const partsOfBooking = 6

/** The server's configuration from its environment, in words; no keys or passwords. */
export async function readEnvironment(services: Services): Promise<{ label: string; says: string }[]> {
  const { config, db, clock, mail, texts, payments } = services
  const beats = await db.selectFrom('heartbeats').select('at').orderBy('at', 'desc').limit(50).execute()
  const ages = beats.map(({ at }) => Math.max(0, Math.round((clock.now().getTime() - Date.parse(at)) / 1_000)))
  const { google, github } = config.auth
  const providers = [google && 'Google', github && 'GitHub'].filter((name) => name !== undefined)
  const { texts: sent, segments } = await readTextsOfMonth(services)
  const { textPence } = services.published.current().desk
  const { booked } = await db
    .selectFrom('bookings')
    .select(({ fn }) => fn.countAll<number>().as('booked'))
    .where('createdAt', '>=', later(clock.now(), -days(30)))
    .where('closedAs', 'is', null)
    .executeTakeFirstOrThrow()
  const backups = backupPlaces(config)
  return [
    { label: 'Email', says: described(mail.describe, config.smtpUrl, 'SMTP_URL and STAFF_EMAIL') },
    {
      label: 'Staff email',
      says: config.staffEmail ?? (config.smtpUrl ? 'STAFF_EMAIL isn’t set, so no one is emailed' : 'desk@localhost'),
    },
    { label: 'Text messages', says: described(texts.describe, config.twilio, 'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TEXT_FROM') },
    { label: 'Texts this month', says: `${sent}, about ${poundsText(segments * textPence)} at ${textPence}p a part` },
    {
      label: 'A month of texts',
      says: `About ${poundsText(Number(booked) * partsOfBooking * textPence)}, for the ${booked} bookings of the last 30 days at ${partsOfBooking} parts each`,
    },
    { label: 'Phone calls to our people', says: callsText(config) },
    { label: 'Phone alerts', says: await readAlertsText(services) },
    {
      label: 'WhatsApp',
      says: whatsappText(config),
    },
    { label: 'Payments', says: paymentsText(payments?.name) },
    {
      label: 'Backups',
      says:
        backups.length > 0
          ? backups.map(({ name }) => name).join(' and ')
          : 'Off: set BACKUP_DIR or a bucket. Until then, nothing copies the bookings anywhere else',
    },
    { label: 'Database', says: config.databaseUrl ? `PostgreSQL at ${new URL(config.databaseUrl).host}` : 'SQLite, embedded' },
    {
      label: 'Servers',
      says:
        ages.length === 0
          ? 'None have reported yet'
          : `${ages.length} running, last heard from ${ages.map((age) => (age === 1 ? '1 second' : `${age} seconds`)).join(', ')} ago`,
    },
    { label: 'Sign in with', says: providers.length > 0 ? providers.join(' and ') : 'Password only' },
    {
      label: 'Postcodes',
      says: config.postcodeLookupUrl ? `Looked up at ${new URL(config.postcodeLookupUrl).host}` : 'The built-in table',
    },
    {
      label: 'Addresses',
      says: config.addressLookupUrl ? `Looked up at ${new URL(config.addressLookupUrl).host}` : 'Typed by customers',
    },
    { label: 'Webhooks can be sent to', says: config.webhookAllowedDomains.join(', ') },
    { label: 'Developer tools', says: config.devTools ? 'On' : 'Off' },
  ]
}

/** How many devices have alerts, and which engineers they reach. */
async function readAlertsText({ db }: Services): Promise<string> {
  const isOn = await hasSetting(db, 'pushKeys')
  const subscribed = await db.selectFrom('pushSubscriptions').select(['userId']).execute()
  const engineers = await db.selectFrom('engineers').select(['name', 'userId']).where('retiredAt', 'is', null).orderBy('name').execute()
  if (!isOn || subscribed.length === 0) return 'On no device yet: engineers and staff switch them on under Alerts'
  const isReached = ({ userId }: { userId: string | null }) => subscribed.some((each) => each.userId === userId)
  const names = (of: typeof engineers) => listText(of.map(({ name }) => name))
  const [reached, others] = [engineers.filter(isReached), engineers.filter((each) => !isReached(each))]
  return [
    `On ${subscribed.length === 1 ? '1 device' : `${subscribed.length} devices`}`,
    ...(reached.length > 0 ? [`They reach ${names(reached)}`] : []),
    ...(others.length > 0 ? [`They don’t reach ${names(others)}`] : []),
  ].join('. ')
}

function callsText({ twilio, devTools }: Services['config']): string {
  const from = callNumberOf(twilio)
  if (from) return `From ${from}`
  return devTools ? 'A sandbox: calls are only recorded' : 'Not connected, so no one is called about an urgent job that no engineer has'
}

function whatsappText({ twilio }: Services['config']): string {
  if (!twilio?.whatsappFrom) return 'Not connected: WHATSAPP_FROM isn’t set'
  const missing = templateKinds.filter((kind) => !twilio.whatsappTemplates[kind])
  return `From ${twilio.whatsappFrom}${missing.length > 0 ? `. Without a template, so sent as ordinary texts: ${missing.join(', ')}` : ''}`
}

function paymentsText(name: string | undefined): string {
  if (name === 'stripe') return 'Stripe'
  return described(name === 'sandbox' ? 'a sandbox: no money moves' : 'none, so Red Line can’t be booked', undefined, 'STRIPE_SECRET_KEY')
}

/** A connection in words; if it isn't set up, with the settings for it, for the person who runs the server. */
function described(words: string, isSet: unknown, settings: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1) + (isSet ? '' : `. To change that, set ${settings}`)
}

/** How often a group was changed, which a form sends back as the revision it saw. 0: never. */
export async function readRevision({ db }: Pick<Services, 'db'>, group: string): Promise<number> {
  const row = await db.selectFrom('ownerValues').select('revision').where('name', '=', group).executeTakeFirst()
  return row?.revision ?? 0
}

/** A field's value before its last change, and who changed it when. */
export interface FormerValue {
  /** As typed; '' if there was none. */
  before: string
  /** Undefined if that account is deleted. */
  by: string | undefined
  at: Instant
}

/** The previous value of each changed field of a group, by field name. */
export async function readFormerValues({ db }: Pick<Services, 'db'>, group: string): Promise<ReadonlyMap<string, FormerValue>> {
  const changes = await db
    .selectFrom('ownerValueChanges')
    .leftJoin('authUsers', 'authUsers.id', 'ownerValueChanges.changedBy')
    .select(['field', 'before', 'changedAt', 'email', 'userMetadata'])
    .where('ownerValueChanges.id', 'in', (eb) =>
      eb
        .selectFrom('ownerValueChanges')
        .select(({ fn }) => fn.max('id').as('id'))
        .where('groupName', '=', group)
        .groupBy('field'),
    )
    .execute()
  return new Map(
    changes.map(({ field, before, changedAt, email, userMetadata }) => [
      field,
      { before, by: userMetadata === null ? undefined : nameOf({ email, userMetadata }), at: changedAt },
    ]),
  )
}
