import { redirect } from 'react-router'
import type { SitePath } from '#app/values/site-path.ts'
import { takeReport } from './acts.server.ts'

/** This address isn't a page. */
export const loader = () => redirect('/engineer' satisfies SitePath, 303)

export const action = takeReport
