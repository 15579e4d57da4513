import type { RefusedForm } from '../refused-form.ts'

/** Returns the refused form of a page if it is the one of `intent`. */
export const typedIn = (refused: RefusedForm | undefined, intent: string): RefusedForm | undefined =>
  refused?.intent === intent ? refused : undefined
