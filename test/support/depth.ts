/** Whether properties, models and races run at full depth: `npm run test:deep` says so. The one place that reads TEST_DEPTH. */
export const isDeep = process.env.TEST_DEPTH === 'deep'

/** How often to try: `seed` times in `npm test`, `deep` times in `npm run test:deep`. */
export const tries = (seed: number, deep: number): number => (isDeep ? deep : seed)
