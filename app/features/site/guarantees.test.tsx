import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PublishedProvider } from '#app/platform/published-context.ts'
import { aggregateRating } from '#content/stated.ts'
import { Guarantees } from './components/guarantees.tsx'

it('A rating is shown beside our guarantees only once its evidence is filed, with its source and date', () => {
  const shown = (overrides: Parameters<typeof PublishedProvider>[0]['overrides']) =>
    renderToStaticMarkup(
      <PublishedProvider overrides={overrides}>
        <Guarantees />
      </PublishedProvider>,
    )
  const rating = `${aggregateRating.stars} out of 5 from ${aggregateRating.reviews}`
  expect(shown({})).not.toContain(rating)
  const filed = { text: 'Counted on Example Reviews.', day: '2026-11-02', link: 'https://example.com/reviews' } as const
  const page = shown({ evidence: { rating: filed } })
  for (const part of [rating, filed.text, '2 November 2026', `href="${filed.link}"`]) expect(page).toContain(part)
})
