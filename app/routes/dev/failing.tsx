import { data } from 'react-router'
import type { Route } from './+types/failing'

/** Fails on the server; `?as=teapot` throws an answer instead of an error. */
export function loader({ request }: Route.LoaderArgs): never {
  if (new URL(request.url).searchParams.get('as') === 'teapot') throw data('No coffee here.', { status: 418, statusText: "I'm a teapot" })
  throw new Error('A loader that fails, with a detail nobody outside may read')
}

export default function Failing() {
  return null
}
