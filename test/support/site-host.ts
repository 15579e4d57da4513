import { join } from 'node:path'

/*
 * The program of a process that serves the sites of one test worker, one after the other or side by side: a page's code is loaded and
 * compiled once for all of them. The build's folder is its argument.
 */

/** An order of the worker. */
export type Order = { id: number; serve: Record<string, string> } | { id: number; close: true }

/** The answer: the lines for the operator of a site that can be reached, or the reason why it can't. */
export interface Answer {
  id: number
  greeting?: string
  problem?: string
}

interface Served {
  greeting: string
  stop(): Promise<void>
}

const { serve }: { serve(environment: Record<string, string>): Promise<Served> } = await import(
  join(process.argv[2] ?? '', 'server/index.js')
)
const sites = new Map<number, Served>()
const answer = (given: Answer) => void process.send?.(given)

process.on('message', async (order: Order) => {
  const { id } = order
  try {
    if ('serve' in order) {
      const site = await serve(order.serve)
      sites.set(id, site)
      answer({ id, greeting: site.greeting })
    } else {
      await sites.get(id)?.stop()
      sites.delete(id)
      answer({ id })
    }
  } catch (error) {
    answer({ id, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
answer({ id: 0 })
