import type { BillNotesTable } from '#db/tables/billing.ts'

/** The kinds of notes about paying a bill, as staff choose them. */
export const noteTexts: Readonly<Record<BillNotesTable['kind'], string>> = {
  called: 'Called them',
  disputed: 'They dispute it: stop reminders',
  arranged: 'Agreed another date: stop reminders',
  resumed: 'Start reminders again',
}
/** Why no reminders are sent, in a list of bills. */
export const pauseTexts: Readonly<Partial<Record<BillNotesTable['kind'], string>>> = {
  disputed: 'Disputed',
  arranged: 'Another date agreed',
}
export const noteKinds = Object.keys(noteTexts) as BillNotesTable['kind'][]
