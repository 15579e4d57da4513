/**
 * Does something for each item in turn; one that fails doesn't hold up the others. Returns the sum of what `act` returns, with `true` as
 * one. Throws an `AggregateError` at the end if any failed.
 */
export async function eachApart<T>(items: readonly T[], act: (item: T) => Promise<number | boolean>): Promise<number> {
  let count = 0
  const failures: unknown[] = []
  for (const item of items) {
    try {
      count += Number(await act(item))
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${items.length} failed`)
  return count
}
