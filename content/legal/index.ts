import accessibility from './accessibility.ts'
import cookies from './cookies.ts'
import type { LegalPage } from './legal.ts'
import privacy from './privacy.ts'
import terms from './terms.ts'

export const legalPages: readonly LegalPage[] = [privacy, terms, cookies, accessibility]
