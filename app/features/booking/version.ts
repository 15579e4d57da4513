/** The version of a booking that someone saw before acting: a new one after every change that matters to them. */
export const versionOf = ({ version }: { version: number }): string => String(version)
