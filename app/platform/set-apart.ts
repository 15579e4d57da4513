/**
 * Typed text between signs (U+2068, U+2069) that let it have a direction of its own, if it has letters that are written from right to left:
 * without them the figures that follow it would be drawn on its wrong side.
 */
export const setApart = (text: string): string => (/[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text) ? `\u2068${text}\u2069` : text)
