const longestMs = 400

/** Links within the page scroll smoothly, for 400 ms at most; whoever arrives from elsewhere is there at once. */
export function smoothJumps(): void {
  const { style } = document.documentElement
  addEventListener('click', ({ target }) => {
    const link = (target as Element).closest<HTMLAnchorElement>('a[href*="#"]')
    if (link?.pathname !== location.pathname || matchMedia('(prefers-reduced-motion:reduce)').matches) return
    style.scrollBehavior = 'smooth'
    setTimeout(() => {
      style.scrollBehavior = ''
      document.getElementById(link.hash.slice(1))?.scrollIntoView()
    }, longestMs)
  })
}
