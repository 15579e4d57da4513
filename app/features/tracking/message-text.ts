import type { Read } from '#app/platform/fields.ts'
import { sanitise } from '#app/platform/sanitise.ts'

/** Returns a message or note about a booking in its stored form, or the problem with it. Sanitised like the form's description. */
export function readMessage(typed: string, noun: 'message' | 'note' = 'message'): Read {
  // Far beyond the limit: longer texts are refused for their length anyway.
  const value = sanitise(typed.slice(0, 5 * longestMessage))
  if (value === '') return { problem: `Please write a ${noun}` }
  return value.length <= longestMessage
    ? { value }
    : { problem: `${noun === 'note' ? 'Note' : 'Message'} must be ${longestMessage} characters or fewer` }
}

/** The longest message about a booking, in characters. */
export const longestMessage = 1000
