import type { BrowserContext, Page } from 'playwright-core'

/*
 * Layout shifts as browsers report them: parts of a page that move unexpectedly. Includes those within half a second of an input, which
 * browsers don't count.
 */

type Shift = PerformanceEntry & { value: number; sources: { node?: Node }[] }
type Watched = Window & { layoutShifts?: () => Promise<{ value: number; moved: string }[]> }

/** Records the layout shifts of the pages loaded after this call. Call it before installing a fake clock. */
export async function watchShifts(target: Page | BrowserContext): Promise<void> {
  await target.addInitScript(() => {
    const seen: { value: number; moved: string }[] = []
    const keep = (entries: PerformanceEntryList) => {
      // A space between words that wraps to another line is not visible.
      const isSpace = ({ node }: Shift['sources'][number]) => node instanceof Text && node.data.trim() === ''
      for (const { value, sources } of entries as Shift[]) {
        if (sources.length > 0 && sources.every(isSpace)) continue
        seen.push({
          value,
          moved: sources.map(({ node }) => ((node as Element)?.outerHTML ?? node?.textContent)?.slice(0, 120)).join(' | '),
        })
      }
    }
    const observer = new PerformanceObserver((list) => keep(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    const nextFrame = requestAnimationFrame.bind(window)
    const watched = window as Watched
    watched.layoutShifts = () =>
      new Promise((resolve) =>
        nextFrame(() =>
          nextFrame(() => {
            keep(observer.takeRecords())
            resolve(seen)
          }),
        ),
      )
  })
}

/**
 * Waits until the latest changes are painted, then returns the layout shifts of this page so far, oldest first: the score, and what moved.
 * `above`: only shifts with a higher score count. Throws if shifts are not being recorded.
 */
export async function shiftsOf(page: Page, { above = 0 } = {}): Promise<string[]> {
  const shifts = await page.evaluate(() => {
    const { layoutShifts } = window as Watched
    if (!layoutShifts) throw new Error('The layout shifts of this page were not watched')
    return layoutShifts()
  })
  return shifts.filter(({ value }) => value > above).map(({ value, moved }) => `${value.toFixed(4)} ${moved}`)
}
