import { useRedLineSlots } from '#app/features/capacity/slots-context.ts'
import type { FormOptions } from '../form-view.ts'

/**
 * The Red Line slots in the form: the page's count, or until that is known the one in the form's options; `left` is undefined until either
 * is known. `isLastKnown`: the device is offline, so the count may be old. `isClosed`: none can be bought, although some are left.
 */
export function useSlotsLeft(options: FormOptions | undefined): {
  left: number | undefined
  isLastKnown: boolean
  isClosed: boolean
} {
  const { source, remaining, isClosed } = useRedLineSlots()
  if (source === 'none') return { left: options?.slotsLeft, isLastKnown: false, isClosed: options?.redlineClosed !== undefined }
  return { left: remaining, isLastKnown: source === 'device', isClosed }
}
