/** Returns a path of this site to continue at after signing in; the home page for anything else. */
export function nextPath(next: string | null | undefined): string {
  if (!next?.startsWith('/')) return '/'
  const url = new URL(next, 'https://site.invalid')
  // '//evil.example' and '/\evil.example' are other sites to a browser.
  if (url.origin !== 'https://site.invalid' || url.pathname.startsWith('//') || /^\/auth(\/(?!new-password$)|$)/.test(url.pathname))
    return '/'
  return url.pathname + url.search + url.hash
}
