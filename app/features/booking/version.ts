/** What someone saw of a booking before acting on it: another one after every change that they would want to know of. */
export const versionOf = ({ version }: { version: number }): string => String(version)
