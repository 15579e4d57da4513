import type { LocalStorage, SessionStorage } from '#app/platform/device-storage.ts'
/**
 * Whether the visitor is in the middle of something that a pop-up would be in the way of: another dialog, a field, a form with
 * something typed or chosen in it, or a booking of this device that is begun, on its way or has just been made.
 */
export function visitorIsBusy(): boolean {
  if (document.querySelector('dialog[open], [data-sent], form[action="/book"] [name=step]:not([value="1"])')) return true
  if (document.activeElement?.matches('input, select, textarea')) return true
  return [...document.forms].some(hasAnswers) || keepsBooking()
}

const hasAnswers = (form: HTMLFormElement) =>
  [...form.elements].some((field) => {
    if (field instanceof HTMLSelectElement) return [...field.options].some(({ selected, defaultSelected }) => selected && !defaultSelected)
    if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue
    if (!(field instanceof HTMLInputElement)) return false
    return field.checked !== field.defaultChecked || field.value !== field.defaultValue
  })

/** What the form keeps of answers in this tab, and of bookings that are not yet delivered (/cookies names both). */
function keepsBooking(): boolean {
  try {
    const [device, tab]: [LocalStorage, SessionStorage] = [localStorage, sessionStorage]
    return tab.getItem('booking-draft') !== null || device.getItem('booking-outbox') !== null
  } catch {
    return false
  }
}
