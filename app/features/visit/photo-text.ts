import { counted } from '#app/platform/next-text.ts'
import { spokenMomentFrom } from '#app/platform/spoken-window.ts'
import type { PhotosTable } from '#db/tables/visit.ts'
import { photoKinds, type TakenBy } from './photos/photo-kinds.ts'

const forUs = { customer: 'the customer', engineer: 'the engineer', staff: 'the office' } as const satisfies Record<TakenBy, string>
const forCustomer = { customer: 'you', engineer: 'your engineer', staff: 'us' } as const satisfies Record<TakenBy, string>

/** The text alternative of a picture: 'After, added by the engineer. Today, 2.15pm'. `now`: an instant. */
export function photoText(
  { kind, takenBy, takenAt }: Pick<PhotosTable, 'kind' | 'takenBy' | 'takenAt'>,
  { now, reader }: { now: string; reader: 'us' | 'customer' },
): string {
  const by = (reader === 'customer' ? forCustomer : forUs)[takenBy]
  return `${photoKinds[kind].label}, added by ${by}. ${spokenMomentFrom(takenAt, now)}`
}

/** '2 photos from the customer'. */
export const customerPhotosText = (count: number): string => `${counted(count, 'photo')} from the customer`
