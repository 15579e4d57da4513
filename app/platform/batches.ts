import { setImmediate as turnOfTheLoop } from 'node:timers/promises'

/** The most items in a batch. */
const most = 64

/** Passes items on as soon as a turn of the event loop adds no more. */
function gathered<Item>(handOn: (items: Item[]) => void): (item: Item) => void {
  let waiting: Item[] = []
  let isGathering = false

  async function gather() {
    for (let before = 0; before < waiting.length && waiting.length < most; ) {
      before = waiting.length
      // Two: an item added in each turn may be one turn behind.
      await turnOfTheLoop()
      await turnOfTheLoop()
    }
    const items = waiting
    waiting = []
    isGathering = false
    handOn(items)
  }

  return (item) => {
    waiting.push(item)
    if (isGathering) return
    isGathering = true
    void gather()
  }
}

/**
 * Batches work: items added in one turn of the event loop, and in those that follow without a pause, are handled together. Adding resolves
 * or rejects as the work does.
 */
export function together<Item>(work: (items: readonly Item[]) => Promise<void>): (item: Item) => Promise<void> {
  const add = gathered<readonly [Item, (worked: Promise<void>) => void]>((entries) => {
    const worked = work(entries.map(([item]) => item))
    for (const [, resolve] of entries) resolve(worked)
  })
  return (item) => new Promise((resolve) => add([item, resolve]))
}

/**
 * Batches queries: `work` returns a result for each, in order; an `Error` among them is thrown to its caller. If the work fails as a whole,
 * each query is handled separately, so one failure doesn't affect the others.
 */
export function answersTogether<Question, Answer>(
  work: (questions: readonly Question[]) => Promise<readonly (Answer | Error)[]>,
): (question: Question) => Promise<Answer> {
  type Entry = readonly [Question, PromiseWithResolvers<Answer>]

  async function answerAll(entries: readonly Entry[]) {
    try {
      const answers = await work(entries.map(([question]) => question))
      for (const [at, [, { resolve, reject }]] of entries.entries()) {
        const answer = answers[at] as Answer | Error
        if (answer instanceof Error) reject(answer)
        else resolve(answer)
      }
    } catch (error) {
      if (entries.length === 1) return entries[0]?.[1].reject(error)
      for (const entry of entries) await answerAll([entry])
    }
  }

  const ask = gathered<Entry>((entries) => void answerAll(entries))
  return (question) => {
    const answered = Promise.withResolvers<Answer>()
    ask([question, answered])
    return answered.promise
  }
}

/** One value for each owner, made when first asked for. */
export function oneFor<Owner extends object, Made>(make: (owner: Owner) => Made): (owner: Owner) => Made {
  const known = new WeakMap<Owner, Made>()
  return (owner) => {
    const made = known.get(owner) ?? make(owner)
    known.set(owner, made)
    return made
  }
}
