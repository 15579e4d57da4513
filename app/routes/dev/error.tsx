import { useState } from 'react'
import { Page } from '#app/features/site/components/page.tsx'
import type { RouteHandle } from '#app/root.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'

export const handle: RouteHandle = { hydrate: true }
export const meta = () => [{ title: 'Errors to try' }, { name: 'robots', content: 'noindex' }]

/** Fails in the browser on request. */
export default function TryErrors() {
  const [broken, setBroken] = useState(false)
  if (broken) throw new Error('A component that fails')
  return (
    <Page>
      <h1 className="text-2xl">Errors to try</h1>
      <div className="mt-5 flex flex-wrap items-center gap-5">
        <Button type="button" onClick={() => setBroken(true)}>
          Fail in the browser
        </Button>
        <ButtonLink look="outline" href={'/dev/failing' satisfies SitePath}>
          Fail on the server
        </ButtonLink>
        <ButtonLink look="outline" href={'/dev/failing?as=teapot' satisfies SitePath}>
          Respond with its own status
        </ButtonLink>
      </div>
    </Page>
  )
}
