import type { Selectable } from 'kysely'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { textReader } from '#app/platform/fields.ts'
import { sanitise } from '#app/platform/sanitise.ts'
import type { RemovalReason, ReviewsTable } from '#db/tables/aftercare.ts'

/* The rules of reviews. No one can change them in the settings. */

export const longestReview = 2000
export const longestName = 40
export const longestAnswer = 1000

export const readReviewText = textReader('Your review', { max: longestReview, clean: sanitise })
export const readReviewName = textReader('Name', { max: longestName })

/** Returns true if a review is neither withdrawn nor removed nor erased. */
export const isStanding = ({
  withdrawnAt,
  removedAt,
  erasedAt,
}: Pick<Selectable<ReviewsTable>, 'withdrawnAt' | 'removedAt' | 'erasedAt'>) =>
  withdrawnAt === null && removedAt === null && erasedAt === null

/** The name suggested for a review: the first word of a booking's. */
export const firstNameOf = ({ name }: Pick<Booking, 'name'>): string => (name.trim().split(/\s+/)[0] ?? '').slice(0, longestName)

/** The area shown with a review, never the address: 'Hackney, E8'. */
export const areaOf = ({ borough, postcode }: Pick<Booking, 'borough' | 'postcode'>): string =>
  [borough, /^[A-Z]{1,2}\d[A-Z\d]?(?= |$)/.exec(postcode)?.[0]].filter(Boolean).join(', ')

/**
 * The only reasons for which a review may be removed, each a stated legal one. `shown`: on the page, after the number removed. `says`: to its
 * writer, after 'because'.
 */
export const removalReasons: Record<RemovalReason, { label: string; shown: string; says: string }> = {
  names_person: {
    label: 'It names or identifies a person, or gives private details',
    shown: 'names a person or gives private details',
    says: 'it names or identifies a person, or gives private details (data protection law)',
  },
  defamatory: {
    label: 'It makes a false statement of fact that seriously harms someone’s reputation',
    shown: 'makes a false statement that harms a reputation',
    says: 'it makes a false statement of fact that seriously harms someone’s reputation (Defamation Act 2013)',
  },
  unlawful: {
    label: 'It threatens, or is hateful or otherwise unlawful',
    shown: 'is threatening, hateful or otherwise unlawful',
    says: 'it threatens, or is hateful or otherwise unlawful',
  },
  not_ours: {
    label: 'It isn’t about our work, and we can prove it',
    shown: 'isn’t about our work',
    says: 'it isn’t about our work (Digital Markets, Competition and Consumers Act 2024)',
  },
}

export const isRemovalReason = (text: string): text is RemovalReason => Object.hasOwn(removalReasons, text)
