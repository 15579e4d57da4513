/** Whether properties, models and races run at full depth (`npm run test:deep`). Nothing else reads TEST_DEPTH. */
export const isDeep = process.env.TEST_DEPTH === 'deep'

/** The number of runs: `seed` in `npm test`, `deep` in `npm run test:deep`. */
export const tries = (seed: number, deep: number): number => (isDeep ? deep : seed)

/**
 * A sample of pages or sizes to test: `count` of them in `npm test` (the first, the last and an even spread between); all at full depth.
 */
export const sample = <Item>(all: readonly Item[], count: number): Item[] =>
  isDeep || count >= all.length
    ? [...all]
    : Array.from({ length: count }, (_, at) => all[Math.round((at * (all.length - 1)) / (count - 1))] as Item)
