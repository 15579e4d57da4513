import type { LocalStorage, SessionStorage } from '#app/platform/device-storage.ts'

/**
 * Returns true if a pop-up would disturb the visitor: another dialog, a field with focus, a form with answers, or a booking of this device
 * that is begun, being sent or just made.
 */
export function visitorIsBusy(): boolean {
  if (document.querySelector('dialog[open], [data-sent], form[action="/book"] [name=step]:not([value="1"])')) return true
  if (document.activeElement?.matches('input, select, textarea')) return true
  return [...document.forms].some(hasAnswers) || keepsBooking()
}

const hasAnswers = (form: HTMLFormElement) =>
  [...form.elements].some((field) => {
    // Without a default of its own, a list starts with its first option.
    if (field instanceof HTMLSelectElement)
      return (
        field.selectedIndex !==
        Math.max(
          0,
          [...field.options].findIndex(({ defaultSelected }) => defaultSelected),
        )
      )
    if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue
    if (!(field instanceof HTMLInputElement)) return false
    return field.checked !== field.defaultChecked || field.value !== field.defaultValue
  })

/** Drafts in this tab, and undelivered bookings (/cookies names both). */
function keepsBooking(): boolean {
  try {
    const [device, tab]: [LocalStorage, SessionStorage] = [localStorage, sessionStorage]
    return tab.getItem('booking-draft') !== null || device.getItem('booking-outbox') !== null
  } catch {
    return false
  }
}
