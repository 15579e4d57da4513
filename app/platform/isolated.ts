const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * What someone typed, to stand beside our own words and figures in a text: isolated (U+2068, U+2069) if it has letters that run from right to
 * left, which would turn round the numbers next to them. Elements have `<bdi>`. The other way is `withoutIsolation`.
 */
export const isolated = (typed: string): string => (rightToLeft.test(typed) ? `\u2068${typed}\u2069` : typed)

/** A text for a machine, such as a map's search. */
export const withoutIsolation = (text: string): string => text.replace(/[\u2068\u2069]/g, '')
