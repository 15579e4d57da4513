/** Whether properties, models and races run at full depth: `npm run test:deep` says so. The one place that reads TEST_DEPTH. */
export const isDeep = process.env.TEST_DEPTH === 'deep'

/** How often to try: `seed` times in `npm test`, `deep` times in `npm run test:deep`. */
export const tries = (seed: number, deep: number): number => (isDeep ? deep : seed)

/** Which of many pages or sizes to try: `count` of them in `npm test`, the first, the last and what is spread between; all at full depth. */
export const sample = <Item>(all: readonly Item[], count: number): Item[] =>
  isDeep || count >= all.length
    ? [...all]
    : Array.from({ length: count }, (_, at) => all[Math.round((at * (all.length - 1)) / (count - 1))] as Item)
