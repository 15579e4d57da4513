/**
 * On pages that have no room for a map's links, the map is a picture with one link. Once it comes near, the links of its boroughs are laid
 * over it, as its own file has them. If the file can't be fetched, the one link remains.
 */
export function linkMaps(pictures: Iterable<HTMLImageElement>): void {
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries)
        if (isIntersecting) {
          near.unobserve(target)
          layLinks(target as HTMLImageElement).catch(() => undefined)
        }
    },
    { rootMargin: '200px' },
  )
  for (const picture of pictures) near.observe(picture)
}

/** Bricks are for fingers and mice: the keyboard has the picture's own link, and the list on the page that it leads to. */
async function layLinks(picture: HTMLImageElement): Promise<void> {
  const drawing = await (await fetch(picture.src)).text()
  const size = `0 0 ${picture.getAttribute('width')} ${picture.getAttribute('height')}`
  const links = element('svg', { viewBox: size, class: 'absolute inset-0', 'aria-hidden': 'true' })
  for (const [, transform = '', href = ''] of drawing.matchAll(/<a transform="([^"]+)" href="([^"]+)"/g)) {
    const link = element('a', { transform, href, tabindex: '-1' })
    link.append(element('rect', { width: '88', height: '48', fill: 'none', 'pointer-events': 'all' }))
    links.append(link)
  }
  const whole = picture.closest('a')
  const frame = document.createElement('div')
  frame.className = 'relative'
  whole?.replaceWith(frame)
  if (whole) frame.append(whole, links)
}

function element(name: string, attributes: Record<string, string>): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  return made
}
