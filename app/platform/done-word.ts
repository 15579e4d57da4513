/** What a page shows after an act: the entry that its address names, as in `?done=saved`; undefined if it names none. */
export function namedIn<Entry>(address: string, entries: Readonly<Record<string, Entry>>, parameter = 'done'): Entry | undefined {
  const word = new URL(address).searchParams.get(parameter) ?? ''
  return Object.hasOwn(entries, word) ? entries[word] : undefined
}
