import type { Locator, Page } from 'playwright-core'

/** Drags with the mouse and drops on an element, which may appear only once the drag has begun. */
export async function dragOnto(page: Page, from: Locator, to: string | Locator): Promise<void> {
  await dragOver(page, from, to)
  await page.mouse.up()
}

/** Drags with the mouse, and holds it over an element that is there once the drag has begun. */
export async function dragOver(page: Page, from: Locator, to: string | Locator): Promise<void> {
  await from.scrollIntoViewIfNeeded()
  await from.hover()
  await page.mouse.down()
  const begun = await from.boundingBox()
  await page.mouse.move((begun?.x ?? 0) + 20, (begun?.y ?? 0) + 12, { steps: 3 })
  const target = typeof to === 'string' ? page.locator(to) : to
  await target.hover()
  await target.hover()
}
