import type { TestProject } from 'vitest/node'
import { serveChromium } from '#test/support/chromium.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the Chromium that all files share. */
    chromium: string
  }
}

/** One Chromium for all files of browser tests: contexts keep them apart. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await serveChromium()
  project.provide('chromium', server.wsEndpoint())
  return () => server.close()
}
