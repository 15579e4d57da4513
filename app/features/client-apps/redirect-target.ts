/** Where someone is sent back to: the address asked for when its origin is one of ours exactly, else the site itself. */
export function redirectTarget(asked: string | undefined, origins: readonly string[]): string {
  const site = `${origins[0]}/`
  if (!asked || !URL.canParse(asked)) return site
  const url = new URL(asked)
  // The origin of a blob: address is that of the page that made it.
  const isPage = url.protocol === 'https:' || url.protocol === 'http:'
  return isPage && origins.includes(url.origin) && !url.username && !url.password ? url.href : site
}
