import type { Answers, FieldName } from '#app/features/booking/answers.ts'
import type { LocalStorage } from '#app/platform/device-storage.ts'
import { rememberedDays } from '#content/device-storage.ts'

/* The contact details and address of the last booking, on this device, only for visitors who ticked the box for it. */

const name = 'booking-details'
const fields = ['name', 'phone', 'email', 'postcode', 'borough', 'address', 'forBusiness'] as const satisfies readonly FieldName[]

const detailsIn = (answers: Record<string, unknown>): Answers =>
  Object.fromEntries(fields.flatMap((field) => (typeof answers[field] === 'string' && answers[field] ? [[field, answers[field]]] : [])))

/** The remembered details; undefined if there are none, or none of the last year. */
export function readDetails(): Answers | undefined {
  try {
    const { details, at } = JSON.parse(device().getItem(name) ?? '')
    if (Date.now() - at < rememberedDays * 86_400_000) return detailsIn(details)
    forgetDetails()
  } catch {
    // Nothing is remembered, or the browser stores nothing.
  }
  return undefined
}

export function keepDetails(answers: Answers): void {
  try {
    device().setItem(name, JSON.stringify({ details: detailsIn(answers), at: Date.now() }))
  } catch {
    // Next time they are typed again.
  }
}

export function forgetDetails(): void {
  try {
    device().removeItem(name)
  } catch {
    // Nothing was remembered.
  }
}

const device = (): LocalStorage => localStorage
