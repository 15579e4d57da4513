/** Marks the page while its booking form is in view, which hides the call bar (site.css), in browsers without scroll timelines. */
export function hideCallBar(): void {
  const form = document.querySelector('main form[action="/book"]')
  if (!form || CSS.supports('view-timeline: --booking')) return
  new IntersectionObserver((entries) => {
    document.body.toggleAttribute('data-form-in-view', entries.at(-1)?.isIntersecting)
  }).observe(form)
}
