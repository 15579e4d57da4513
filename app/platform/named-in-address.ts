/** The entry that an address names, as in `?done=saved`, for the page to show after an act; undefined if it names none. */
export function namedIn<Entry>(address: string, entries: Readonly<Record<string, Entry>>, parameter = 'done'): Entry | undefined {
  const word = new URL(address).searchParams.get(parameter) ?? ''
  return Object.hasOwn(entries, word) ? entries[word] : undefined
}
