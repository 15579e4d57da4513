/** Marks the box of each picture that can't be loaded, now or later, or has failed before: `Picture` then shows that in it. */
export function markFailedPictures(): void {
  const mark = (image: EventTarget | null) => image instanceof Element && image.closest('[data-image]')?.setAttribute('data-failed', '')
  document.addEventListener('error', ({ target }) => mark(target), true)
  for (const image of document.images) if (image.complete && !image.naturalWidth) mark(image)
}
