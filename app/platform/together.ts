import { setImmediate as turnOfTheLoop } from 'node:timers/promises'

/**
 * Work on many things at once: what is added in one turn of the event loop is worked on together, in the turn that follows. Adding resolves
 * or rejects as the work does.
 */
export function together<Item>(work: (items: readonly Item[]) => Promise<void>): (item: Item) => Promise<void> {
  let waiting: Item[] = []
  let working: Promise<void> | undefined

  async function workOnAll() {
    await turnOfTheLoop()
    const items = waiting
    waiting = []
    working = undefined
    await work(items)
  }

  return (item) => {
    waiting.push(item)
    working ??= workOnAll()
    return working
  }
}
