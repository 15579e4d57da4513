const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Isolates text that someone typed (U+2068, U+2069) within a text of ours, if it has right-to-left letters: they would reorder the numbers
 * next to them. In elements use `<bdi>`. The inverse is `withoutIsolation`.
 */
export const isolated = (typed: string): string => (rightToLeft.test(typed) ? `\u2068${typed}\u2069` : typed)

/** A text for a machine, such as a map's search. */
export const withoutIsolation = (text: string): string => text.replace(/[\u2068\u2069]/g, '')
