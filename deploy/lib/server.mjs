/**
 * Node arguments of the server; bench/server.ts uses the same. A small young generation, few areas of the C library's memory, and large
 * blocks returned when free: docs/benchmarks.md has the gain and cost of each.
 */
export const SERVER_ARGS = ['--max-semi-space-size=4']

/** The environment that goes with them; `compiled`: the folder where V8's compiled code is kept for the next start. */
export const serverEnv = (compiled) => ({
  NODE_ENV: 'production',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  NODE_COMPILE_CACHE: compiled,
})
