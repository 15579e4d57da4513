import { nextPath } from '#app/features/accounts/next-path.ts'

/** The secret of the link that led here; '' if there is none. */
export const tokenIn = (request: Request): string => new URL(request.url).searchParams.get('token')?.slice(0, 200) ?? ''

/** The path of this site to continue at; the home page if there is none. */
export const nextIn = (request: Request): string => nextPath(new URL(request.url).searchParams.get('next'))
