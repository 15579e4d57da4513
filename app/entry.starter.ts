/* The only script a public page carries: inlined, constant, under 2 KB. It starts islands when they are needed; what can wait until the
   browser is idle is in page.script.ts. A script, not a module: no import, no export. */
;(() => {
  // Replaced by the build: the addresses of entry.islands.tsx and of what it imports, fetched together.
  const runtime = __ISLANDS_RUNTIME__
  const fetchAll = (urls: string[]) => Promise.all(urls.map((url) => import(/* @vite-ignore */ url)))

  const started = new Set<Element>()
  const start = (island: HTMLElement) => {
    if (started.has(island)) return
    started.add(island)
    // An element without `when` is a plain script, run when idle: no component, no runtime.
    Promise.all([fetchAll(island.dataset.when ? runtime : []), fetchAll((island.dataset.island ?? '').split(' '))])
      .then(([[entry], [module]]) => entry?.hydrate(island, module.default))
      // The connection failed: the page works natively, and the next touch tries again.
      .catch(() => started.delete(island))
  }

  // The specification's observer of lazy sections: threshold 0.1, margin 100px.
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries)
        if (isIntersecting) {
          seen.unobserve(target)
          start(target as HTMLElement)
        }
    },
    { rootMargin: '100px', threshold: 0.1 },
  )

  // Interaction starts its island from the first moment on, while the rest of the page still loads.
  for (const event of ['pointerover', 'focusin', 'input', 'island-start'])
    addEventListener(
      event,
      ({ target }) => {
        if (!(target instanceof Element)) return
        const touched = [target.closest('[data-island]')]
        if (target.closest('a[href="/book"]')) touched.push(...document.querySelectorAll('[data-when=book]'))
        for (const island of touched) if (island) start(island as HTMLElement)
      },
      true,
    )

  const whenIdle = window.requestIdleCallback ?? setTimeout
  const whenLoaded = () => {
    for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) {
      const when = island.dataset.when
      if (when === 'visible') seen.observe(island)
      if (!when || when === 'idle') whenIdle(() => start(island))
    }
    // Visibility is checked in a frame; a page at rest may have none of its own.
    requestAnimationFrame(() => {})
  }
  /** Jumping to a section needs those above it at their right size, immediately. */
  const layOutAll = () => {
    for (const section of document.querySelectorAll('.lazy')) section.classList.remove('lazy')
  }
  if (location.hash) layOutAll()
  /**
   * On a slow processor a page can be complete, and the browser idle, before anything is painted. Not every browser reports its paints, and
   * a page in a background tab has none: four seconds count as one.
   */
  const awaitPaint = () => {
    let begin = () => {
      begin = () => {}
      whenLoaded()
    }
    new PerformanceObserver(() => begin()).observe({ type: 'paint', buffered: true })
    setTimeout(() => begin(), 4e3)
  }
  if (document.readyState === 'complete') awaitPaint()
  else addEventListener('load', awaitPaint)

  addEventListener('click', (event) => {
    // A link from a dialog to a part of this page: the dialog closes, and the page jumps there.
    const link = (event.target as Element).closest('a')
    if (link?.hash && link.pathname === location.pathname) {
      link.closest('dialog')?.close()
      layOutAll()
    }
    // A tap on a link to /book comes before the dialog has started: it waits for it, but not for long. Mouse and keyboard start it by hover
    // or focus.
    const dialog = document.querySelector<HTMLElement>('[data-when=book]')
    if (!link?.matches('[href="/book"]') || !dialog || 'started' in dialog.dataset || matchMedia('(hover)').matches) return
    event.preventDefault()
    const giveUp = setTimeout(() => location.assign(link.href), 1e3)
    dialog.addEventListener('island-started', () => {
      clearTimeout(giveUp)
      link.click()
    })
  })
})()

declare const __ISLANDS_RUNTIME__: string[]
