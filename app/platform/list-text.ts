const list = new Intl.ListFormat('en-GB')

/** 'Ann, Bob and Cleo'. */
export const listText = (names: readonly string[]): string => list.format(names)
