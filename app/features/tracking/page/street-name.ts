/** A house number, or a flat's, at the beginning of a part of an address: '14', '14a', '14-16'. */
const number = /^\d+[a-z]?(?:\s*[-–]\s*\d+[a-z]?)?\s+/i

/** The street of an address as customers type it, for a nameplate: 'Cable Street' of 'Flat 2, 14 Cable Street'; else its first part. */
export function streetName(address: string): string {
  const parts = address
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
  return (parts.find((part) => number.test(part))?.replace(number, '') ?? parts[0] ?? '').slice(0, 40)
}
