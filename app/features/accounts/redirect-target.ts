/** Returns the requested address if its origin is exactly one of ours, otherwise the site itself. */
export function redirectTarget(asked: string | undefined, origins: readonly string[]): string {
  const site = `${origins[0]}/`
  if (!asked || !URL.canParse(asked)) return site
  const url = new URL(asked)
  // A blob: address has the origin of the page that made it.
  const isPage = url.protocol === 'https:' || url.protocol === 'http:'
  return isPage && origins.includes(url.origin) && !url.username && !url.password ? url.href : site
}
