import { data, type RouterContextProvider } from 'react-router'
import { visitContext } from '#app/platform/services.ts'

/** The visit, where developer tools are on and the request comes from this machine itself; else a 404 like any other. */
export function devOnly(context: Readonly<RouterContextProvider>) {
  const visit = context.get(visitContext)
  if (!visit.devTools) throw data(null, { status: 404 })
  return visit
}
