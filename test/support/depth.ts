import { describe, it } from 'vitest'

/** Properties, models and races run at full depth (`npm run test:deep`). Nothing else reads TEST_DEPTH. */
export const isDeep = process.env.TEST_DEPTH === 'deep'

/** The number of runs: `seed` in `npm test`, `deep` in `npm run test:deep`. */
export const tries = (seed: number, deep: number): number => (isDeep ? deep : seed)

/**
 * A sample of pages or sizes to test: `count` of them in `npm test` (the first, the last and an even spread between); all at full depth.
 */
export const sample = <Item>(all: readonly Item[], count: number): Item[] =>
  isDeep || count >= all.length
    ? [...all]
    : Array.from({ length: count }, (_, at) => all[Math.round((at * (all.length - 1)) / Math.max(1, count - 1))] as Item)

/** Takes the place of `it` and `describe` where their tests don't run. */
const none = Object.assign(() => undefined, { each: () => () => undefined }) as unknown

/**
 * `it` and `describe` for further walks in a browser, which run only at full depth: they guard less than a booking, money, someone in
 * danger or someone's data, or other tests prove the same more cheaply.
 */
export const further = isDeep ? { it, describe } : { it: none as typeof it, describe: none as typeof describe }
