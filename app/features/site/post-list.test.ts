import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { tries } from '#test/support/depth.ts'
import { askForPosts } from './components/use-posts.ts'
import { longestWaitMs, postAnchor, postcardOf, postPath, rowsOf } from './post-list.ts'

const row = {
  id: '01939c1e-0000-7000-8000-000000000001',
  slug: 'find-your-stopcock',
  title: 'Find it',
  category: 'Stopcocks',
  excerpt: 'Where it is',
  content: 'Under the **sink**',
  published_at: '2026-07-01T08:00:00.000Z',
  created_at: '2026-06-30T23:30:00.000Z',
}
const { id, slug, title, category, excerpt, content } = row
const nonsense = new Error('the response isn’t a list of posts')

describe('The rows of an answer', () => {
  it('are what the list shows, by the date of publishing', () => {
    const shown = { slug, title, category, excerpt, content, date: '2026-07-01T08:00:00.000Z' }
    expect(rowsOf([{ ...row, author: 'x', published: true, html: '<script>' }])).toEqual([shown])
    expect(rowsOf([{ ...row, published_at: null }])).toEqual([{ ...shown, date: '2026-06-30T23:30:00.000Z' }])
    expect(rowsOf([])).toEqual([])
  })

  it('keep their order, and are one for each address', () => {
    const rows = ['c', 'a', 'b', 'a'].map((each) => ({ ...row, slug: each }))
    expect(rowsOf(rows).map((each) => each.slug)).toEqual(['c', 'a', 'b'])
  })

  it('may lack what is not needed', () => {
    expect(rowsOf([{ id: 7, title, content: '' }])).toEqual([{ slug: '7', title, content: '', category: '', excerpt: '', date: '' }])
  })

  it.each<unknown[]>([
    ...[null, undefined, true, 0, 'rows', {}, { 0: row, length: 1 }, { data: [row] }].map((answer) => [answer]),
    ...[null, undefined, 1, 'row', [], {}, [row]].map((each) => [[row, each]]),
    ...['title', 'content'].map((name) => [[{ ...row, [name]: undefined }]]),
    ...['title', 'content'].map((name) => [[{ ...row, [name]: { toString: 'x' } }]]),
    [[{ ...row, slug: undefined, id: undefined }]],
    [[{ ...row, slug: '', id: '' }]],
  ])('are not found in nonsense: %j', (answer) => {
    expect(() => rowsOf(answer)).toThrow(nonsense)
  })

  it('are found, or the answer is refused, whatever it is; what is found can be shown', { timeout: 60_000 }, () => {
    const anything = fc.oneof(
      fc.anything(),
      fc.array(
        fc.record(
          { id: fc.anything(), slug: fc.anything(), title: fc.anything(), content: fc.oneof(fc.string(), fc.anything()) },
          { requiredKeys: [] },
        ),
      ),
      fc.array(fc.record({ slug: fc.string({ unit: 'binary' }), title: fc.string({ unit: 'binary' }), content: fc.string() })),
    )
    fc.assert(
      fc.property(anything, (answer) => {
        let rows: ReturnType<typeof rowsOf> = []
        try {
          rows = rowsOf(answer)
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
        }
        for (const each of rows) {
          expect(Object.values(each).map((value) => typeof value)).toEqual(Array(6).fill('string'))
          expect(postPath(each.slug)).toMatch(/^\/blog\/[^/?#]+$/)
          expect(postAnchor(each.slug)).toMatch(/^post-\S+$/)
        }
        expect(new Set(rows.map((each) => each.slug)).size).toBe(rows.length)
      }),
      { numRuns: tries(50, 200) },
    )
  })

  it('are refused when no address can hold the slug', () => {
    expect(() => rowsOf([{ ...row, slug: '\ud800' }])).toThrow()
    expect(rowsOf([{ ...row, slug: 'a/../b?c#d' }])).toMatchObject([{ slug: 'a/../b?c#d' }])
    expect(rowsOf([{ id, title, content }])).toMatchObject([{ slug: id }])
  })
})

describe('The drawing of a post', () => {
  it.each([
    ['Stopcocks', 'stopcock'],
    ['Prices', 'receipt'],
    ['Something else', 'bucket'],
    ['constructor', 'bucket'],
  ])('of the category %j is the %s', (of, drawing) => {
    expect(postcardOf(of)).toBe(drawing)
  })
})

it('A list that doesn’t come is given up after ten seconds, and not before', async () => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
  const ended: unknown[] = []
  const asked = askForPosts().catch((error: Error) => ended.push(error.message))
  await vi.advanceTimersByTimeAsync(longestWaitMs - 1)
  expect(ended).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await asked
  expect(ended).toEqual([`no answer within ${longestWaitMs / 1_000} seconds`])
})
