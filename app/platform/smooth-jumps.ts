const longestMs = 400
/** Content above the target is laid out as it comes near, which moves the target. */
const settledMs = 1_000

/** Links within the page scroll smoothly, for 400 ms at most; arriving from another page jumps straight there. */
export function smoothJumps(): void {
  const { style } = document.documentElement
  let end = 0
  const stop = () => {
    end = 0
  }
  for (const moved of ['wheel', 'touchstart', 'keydown']) addEventListener(moved, stop, { passive: true })
  addEventListener('click', ({ target }) => {
    const link = (target as Element).closest<HTMLAnchorElement>('a[href*="#"]')
    if (link?.pathname !== location.pathname || matchMedia('(prefers-reduced-motion:reduce)').matches) return
    style.scrollBehavior = 'smooth'
    end = performance.now() + settledMs
    const align = () => {
      style.scrollBehavior = ''
      if (performance.now() > end) return
      document.getElementById(link.hash.slice(1))?.scrollIntoView()
      requestAnimationFrame(align)
    }
    setTimeout(align, longestMs)
  })
}
