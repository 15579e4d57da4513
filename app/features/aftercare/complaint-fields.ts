import type { ComplaintChannel } from '#db/tables/aftercare.ts'

/** The longest complaint or answer, and the longest text about what a customer would like us to do, in characters. */
export const longestWords = 3000
export const longestWish = 1000

/** How a complaint reaches staff, who record it. */
export const staffChannels = { phone: 'By phone', email: 'By email', post: 'By post' } as const satisfies Partial<
  Record<ComplaintChannel, string>
>
