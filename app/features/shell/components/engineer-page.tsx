import type { ReactNode } from 'react'
import { DrawingDefs } from '#app/ui/drawings/symbols.tsx'
import { Logo } from './logo.tsx'
import { SkipLink } from './skip-link.tsx'
import { SignOut } from './viewer-links.tsx'

/** The frame of an engineer's pages: for one thumb, on a phone. */
export function EngineerPage({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <DrawingDefs symbols={['logo', 'v0', 'v1']} />
      <header className="border-b-2 border-ink bg-chalk">
        <div className="mx-auto flex max-w-[40em] items-center justify-between gap-4 px-4">
          <Logo />
          <SignOut className="min-h-12 cursor-pointer font-semibold underline" />
        </div>
      </header>
      <main id="main" className="mx-auto max-w-[40em] px-4 pb-10">
        {children}
      </main>
    </>
  )
}
