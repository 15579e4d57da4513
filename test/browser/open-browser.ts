import { type Browser, chromium } from 'playwright-core'
import { inject } from 'vitest'

/** The Chromium that all files share; closing it closes this file's contexts alone. */
export const openBrowser = (): Promise<Browser> => chromium.connect(inject('chromium'))
