/** Returns what staff do next on a page, in a sentence; `calm` if there is nothing to do. */
export function nextText(steps: readonly (string | false)[], calm: string): string {
  const left = steps.filter((step) => step !== false)
  return left.length > 0 ? `Next: ${left.join(', then ')}.` : calm
}

/** '1 bill', '3 bills'. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
