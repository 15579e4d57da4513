/** Specification 1 section 5: at least 6; at most what nobody types, so that a hash costs what it should. In characters. */
export const passwordLength = { least: 6, most: 256 } as const
