/** Characters of what is kept of a user as JSON: it goes into every access token. */
export const mostMetadata = 4_000

/** Metadata with changes: as the contract has it, null takes a field away. */
export const mergedMetadata = (stored: string, changes: Record<string, unknown>): string =>
  JSON.stringify(Object.fromEntries(Object.entries({ ...JSON.parse(stored), ...changes }).filter(([, value]) => value !== null)))
