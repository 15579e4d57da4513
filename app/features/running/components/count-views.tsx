import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { afterLoad } from '#app/platform/after-load.ts'

/** Counts each page that a hydrated document shows, by its `route`. */
export function CountViews({ route }: { route: string | undefined }) {
  const { pathname } = useLocation()
  // By the path as well: another page may have the same route.
  useEffect(() => {
    if (route) afterLoad(0, () => import('../analytics/count-view.ts').then(({ countView }) => countView(route)))
  }, [pathname, route])
  return null
}
