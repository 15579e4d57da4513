import { type ReactNode, useEffect } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import { ActsStatus } from '#app/features/engineer-acts/acts-status.tsx'
import { forgetKeptJobs } from '#app/features/engineer-acts/keep-jobs.ts'
import { actsQueue, useSending } from '#app/features/engineer-acts/use-acts.ts'
import { useEngineerLive } from '#app/features/engineer-acts/use-engineer-live.ts'
import { keepOffline } from '#app/features/offline/register.ts'
import { DrawingDefs } from '#app/ui/drawings/symbols.tsx'
import { Logo } from './logo.tsx'
import { ChosenLook, LookSwitch } from './look-switch.tsx'
import { SkipLink } from './skip-link.tsx'
import { SignOut } from './viewer-links.tsx'

/** The frame of an engineer's pages, for one-handed use on a phone. It sends waiting acts. */
export function EngineerPage({ children }: { children: ReactNode }) {
  const { engineer } = useRouteLoaderData<{ engineer?: { id: string; mark?: string } }>('root') ?? {}
  useSending(engineer?.id)
  useEngineerLive(engineer?.mark)
  useEffect(() => {
    if ('serviceWorker' in navigator) void keepOffline()
  }, [])
  return (
    <>
      <ChosenLook />
      <SkipLink />
      <DrawingDefs symbols={['logo', 'v0', 'v1']} />
      <header className="border-b-2 border-ink bg-chalk">
        <div className="mx-auto flex max-w-[40em] flex-wrap items-center justify-between gap-x-4 px-4">
          <Logo />
          <SignOut className="min-h-12 cursor-pointer font-semibold underline" onSubmit={forgetJobs} />
        </div>
      </header>
      <main id="main" className="mx-auto max-w-[40em] px-4 pb-10 wrap-break-word max-[240px]:wrap-anywhere">
        <ActsStatus next={useLocation().pathname} />
        {children}
        <LookSwitch />
      </main>
    </>
  )
}

/** Before someone else uses this phone; unsent acts wait for their engineer. */
function forgetJobs() {
  forgetKeptJobs()
  void actsQueue().wipe()
}
