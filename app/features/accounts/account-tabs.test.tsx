import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AccountTabs } from './components/account-tabs.tsx'

test('The account’s tabs say which of the two pages this is, and lead to the other', () => {
  const html = renderToStaticMarkup(<AccountTabs current="account" />)
  expect([...html.matchAll(/href="([^"]+)" aria-current="page"/g)].map(([, href]) => href)).toEqual(['/account'])
  expect(html).toContain('href="/account/bookings"')
})
