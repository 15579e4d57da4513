import { CodedRefusal } from '#app/platform/errors.ts'
import type { Services } from '#app/platform/services.ts'
import { type AlertKind, alertKinds, quietHoursOf, takesAlerts } from './alert-choices.ts'
import type { SignedIn } from './authenticate.server.ts'
import { requireAlerts } from './push-subscriptions.server.ts'
import { mayActAs } from './roles.ts'
import { isEngineersAccount } from './site-session.server.ts'

const staffKinds: readonly AlertKind[] = ['open_jobs', 'bookings', 'messages', 'reviews']

/** The kinds of alerts that an account can have. Throws `not_staff`. */
async function kindsFor({ db }: Pick<Services, 'db'>, signedIn: SignedIn): Promise<AlertKind[]> {
  await requireAlerts(db, signedIn)
  const { user } = signedIn.account
  const isEngineer = await isEngineersAccount(db, user.id)
  return alertKinds.filter(
    (kind) =>
      (isEngineer && (kind === 'open_jobs' || kind === 'own_jobs')) ||
      (mayActAs(user, 'staff') && staffKinds.includes(kind)) ||
      (mayActAs(user, 'owner') && kind === 'alarms'),
  )
}

interface AlertChoices {
  kinds: { kind: AlertKind; isOn: boolean }[]
  /** Times of London, '22:00'; both the same: none. */
  quiet: { from: string; until: string }
}

/** The kinds of alerts that an account can have, and has, and its quiet hours. Throws `not_staff`. */
export async function readAlertChoices(services: Pick<Services, 'db'>, signedIn: SignedIn): Promise<AlertChoices> {
  const { id } = signedIn.account.user
  const user = await services.db.selectFrom('authUsers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const kinds = (await kindsFor(services, signedIn)).map((kind) => ({ kind, isOn: takesAlerts(user, kind) }))
  return { kinds, quiet: quietHoursOf(user) }
}

const clockTime = /^([01]\d|2[0-3]):[0-5]\d$/

/** Stores which of their kinds of alerts someone has, and their quiet hours. Throws `invalid_time`, `not_staff`. */
export async function saveAlertChoices(
  services: Pick<Services, 'db'>,
  signedIn: SignedIn,
  { chosen, quiet }: { chosen: readonly string[]; quiet: AlertChoices['quiet'] },
): Promise<void> {
  const kinds = await kindsFor(services, signedIn)
  if (![quiet.from, quiet.until].every((time) => clockTime.test(time)))
    throw new CodedRefusal(400, 'invalid_time', 'Enter the times of your quiet hours, like 22:00.')
  // Those that they can't have yet stay as they are: a new owner has alarms.
  const untouched = { alertKinds: null }
  const after = alertKinds.filter((kind) => (kinds.includes(kind) ? chosen.includes(kind) : takesAlerts(untouched, kind)))
  await services.db
    .updateTable('authUsers')
    .set({ alertKinds: JSON.stringify(after), quietFrom: quiet.from, quietUntil: quiet.until })
    .where('id', '=', signedIn.account.user.id)
    .execute()
}
