import type { PublishedValues } from '#content/published.ts'
import accessibility from './accessibility.ts'
import cookies from './cookies.ts'
import type { LegalPage, LegalPageText } from './legal.ts'
import privacy from './privacy.ts'
import terms from './terms.ts'

const pages: readonly LegalPageText[] = [privacy, terms, cookies, accessibility]

/** The legal pages, with the details and prices in force. */
export const legalPages = (published: PublishedValues): readonly LegalPage[] =>
  pages.map((page) => ({ ...page, sections: page.sections(published) }))
