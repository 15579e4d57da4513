/** At least what clients of the contract expect; at most what nobody types, so that a hash costs what it should. In characters. */
export const passwordLength = { least: 6, most: 256 } as const
