import type { BillNotesTable } from '#db/tables/billing.ts'

/** The kinds of notes about paying a bill, as staff choose them. */
export const noteTexts: Readonly<Record<BillNotesTable['kind'], string>> = {
  called: 'Called them',
  disputed: 'They dispute it: stop reminders',
  arranged: 'Agreed another date: stop reminders',
  resumed: 'Start reminders again',
}
export const noteKinds = Object.keys(noteTexts) as BillNotesTable['kind'][]

/** After one of these no reminders are sent, until someone resumes them: why, in a list of bills. */
const pauseTexts: Readonly<Partial<Record<BillNotesTable['kind'], string>>> = {
  disputed: 'Disputed',
  arranged: 'Another date agreed',
}

/** Why no reminders are sent for a bill, by its notes, the oldest first; undefined if reminders continue. */
export function pauseOf(notes: readonly Pick<BillNotesTable, 'kind'>[]): string | undefined {
  const last = notes.findLast(({ kind }) => kind !== 'called')?.kind
  return last && pauseTexts[last]
}
