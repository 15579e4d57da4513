import { momentText } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { hours, type Instant } from '#app/values/clock.ts'
import { isBackupLate } from './backups/files/backup-files.ts'
import { backupPlaces } from './backups/files/places.server.ts'

/** The state of backups in one place. */
export interface PlaceState {
  name: string
  /** When the newest good one was begun. */
  goodAt?: Instant
  bookings: number
  bytes: number
  triedAt?: Instant
  firstTriedAt?: Instant
  /** Why the newest try failed; '' if it succeeded. */
  problem: string
}

/** The state of backups in the configured places. */
export async function readPlaceStates({ db, config }: Pick<Services, 'db' | 'config'>): Promise<PlaceState[]> {
  return Promise.all(
    backupPlaces(config).map(async ({ name }) => {
      const tries = db.selectFrom('backups').where('place', '=', name)
      const newest = await tries.selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()
      const good = await tries.selectAll().where('problem', '=', '').orderBy('at', 'desc').limit(1).executeTakeFirst()
      const first = await tries.select('at').orderBy('at').limit(1).executeTakeFirst()
      const { bookings = 0, bytes = 0 } = good ?? {}
      return { name, bookings, bytes, goodAt: good?.at, triedAt: newest?.at, firstTriedAt: first?.at, problem: newest?.problem ?? '' }
    }),
  )
}

/** The state of backups as staff see it. */
export interface BackupView {
  name: string
  isLate: boolean
  /** Age of the last good one, and its contents. */
  text: string
  problem: string
}

/** The state of backups in each place, in words. */
export async function readBackupViews(services: Services): Promise<BackupView[]> {
  const now = services.clock.now()
  return (await readPlaceStates(services)).map((state) => ({
    name: state.name,
    isLate: isBackupLate({ ...state, now }),
    text: stateText(state, now),
    problem: state.problem,
  }))
}

function stateText({ goodAt, bookings, bytes }: PlaceState, now: Date): string {
  if (!goodAt) return 'There’s no good backup here yet.'
  const age = Math.floor((now.getTime() - Date.parse(goodAt)) / hours(1))
  const ageText = age < 1 ? 'less than an hour' : age === 1 ? '1 hour' : age < 48 ? `${age} hours` : `${Math.floor(age / 24)} days`
  const size = bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
  return `The last good backup is ${ageText} old (${momentText(goodAt)}): ${bookings.toLocaleString('en-GB')} booking${bookings === 1 ? '' : 's'}, ${size}.`
}
