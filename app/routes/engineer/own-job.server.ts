import { BookingNotFound } from '#app/features/booking/refusals.ts'
import { isUuid } from '#app/platform/ids.ts'
import { notFound } from '#app/platform/refused-page.ts'

/** The result of `act`, or a page that says there is no such job if it isn't the engineer's. */
export async function ofOwnJob<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof BookingNotFound) throw notFound()
    throw error
  }
}

/** The key that a form has for its act; a form that is older than keys has none. */
export const keyOf = (typed: string): string | undefined => (isUuid(typed) ? typed.toLowerCase() : undefined)
