import { useState } from 'react'
import { data } from 'react-router'
import { Page } from '#app/features/shell/components/page.tsx'
import { Button } from '#app/ui/button.tsx'
import type { RouteHandle } from '../../root.tsx'
import type { Route } from './+types/error'
import { devOnly } from './dev-only.server.ts'

export const handle: RouteHandle = { hydrate: true }
export const meta = () => [{ title: 'Errors to try' }, { name: 'robots', content: 'noindex' }]

/** `?on=server` fails in the loader, `?on=teapot` throws an answer; without either, a button fails in the browser. */
export function loader({ request, context }: Route.LoaderArgs) {
  devOnly(context)
  const on = new URL(request.url).searchParams.get('on')
  if (on === 'server') throw new Error('A loader that fails, with a detail nobody outside may read')
  if (on === 'teapot') throw data('No coffee here.', { status: 418, statusText: "I'm a teapot" })
  return null
}

export default function TryErrors() {
  const [broken, setBroken] = useState(false)
  if (broken) throw new Error('A component that fails')
  return (
    <Page>
      <h1 className="text-2xl">Errors to try</h1>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button type="button" onClick={() => setBroken(true)}>
          Fail in the browser
        </Button>
      </div>
    </Page>
  )
}
