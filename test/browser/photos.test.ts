import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { newId } from '#app/values/ids.ts'
import { further } from '#test/support/depth.ts'
import { type Site, shareSite } from '#test/support/site.ts'
import { axeProblems, eventually, openContext, shareChromium } from './visitor.ts'

shareChromium()
const shared = shareSite({ accounts: true })

/** A photo as phones take it: large, rotated only by its EXIF orientation, and with a location. */
const taken = await sharp({
  create: { width: 2_600, height: 1_700, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
})
  .withExif({ IFD0: { Make: 'PhoneMaker' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 26/1' } })
  .withMetadata({ orientation: 6 })
  .jpeg({ quality: 80 })
  .toBuffer()
const small = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#3a6' } })
  .jpeg()
  .toBuffer()

const photo = (buffer = small, name = 'IMG_1.jpg') => ({ name, mimeType: 'image/jpeg', buffer })
const choose = (page: Page, ...files: ReturnType<typeof photo>[]) => page.locator('input[name=photo]').setInputFiles(files)
const rows = (page: Page) => page.locator('[data-photos-sent] p:not([aria-live]):visible')
const pictures = (page: Page) => page.locator('[data-photos-shown] img')

/** A booking, and its private page. */
async function openBooked(site: Site) {
  const email = `${newId()}@example.com`
  const id = await site.book(email)
  const path = /\/track\/[\w.-]+/.exec(await site.mailTo(email, /./))?.[0] ?? ''
  const context = await openContext(site.url)
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(path)
  // The script that handles chosen photos has loaded.
  await eventually(() => asked.some((url) => url.includes('/choose-photos'))).toBe(true)
  const stored = () => site.db.selectFrom('photos').selectAll().where('bookingId', '=', id).orderBy('id').execute()
  return { id, page, path, context, asked, stored }
}

/** The photos waiting on the device: their sizes, and whether they contain metadata. */
const waiting = (page: Page) =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('photos-to-send')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const items = await new Promise<{ data: Blob }[]>((resolve) => {
      const reading = database.transaction('photos-to-send').objectStore('photos-to-send').getAll()
      reading.onsuccess = () => resolve(reading.result)
    })
    database.close()
    return Promise.all(
      items.map(async ({ data }) => {
        const { width, height } = await createImageBitmap(data)
        const text = new TextDecoder('latin1').decode(await data.arrayBuffer())
        return { bytes: data.size, width, height, traces: ['Exif', 'GPS', 'PhoneMaker'].filter((trace) => text.includes(trace)) }
      }),
    )
  })

describe('A photo that is chosen', () => {
  it('waits on the device while there is no line, small and without the place, over a reload; then it is stored once', async () => {
    const site = await shared()
    const { page, path, asked, stored } = await openBooked(site)
    expect(
      asked.filter((url) => url.includes('send-photos')),
      'code that is fetched when it is needed',
    ).toEqual([])
    const cut = await cutLine(page)
    await choose(page, photo(taken))
    await eventually(() => rows(page).textContent()).toContain('Not sent yet')
    const [kept] = await waiting(page)
    expect(kept).toEqual({ bytes: expect.any(Number), width: expect.any(Number), height: expect.any(Number), traces: [] })
    expect(kept?.bytes).toBeLessThanOrEqual(400_000)
    expect(Math.max(kept?.width ?? 0, kept?.height ?? 0)).toBeLessThanOrEqual(1_600)
    expect(kept?.height).toBeGreaterThan(kept?.width ?? 0)
    await page.goto(path)
    await eventually(() => rows(page).textContent()).toContain('Not sent yet')
    expect([(await stored()).length, (await waiting(page)).length]).toEqual([0, 1])
    await cut.mend()
    // Pressed while it is shown: it disappears if the photo is sent automatically.
    const again = page.getByRole('button', { name: 'Try again' })
    await eventually(async () => {
      if (await again.isVisible()) await again.click({ timeout: 2_000 }).catch(() => undefined)
      return pictures(page).count()
    }).toBe(1)
    expect([(await stored()).map(({ width, height }) => [width, height]), await waiting(page)]).toEqual([[[1_046, 1_600]], []])
    expect(await pictures(page).getAttribute('alt')).toMatch(/^The problem, added by you\. /)
    expect(asked.some((url) => url.includes('send-photos'))).toBe(true)
    // In mid-page a bar may cover half a button.
    await page.evaluate(() => scrollTo(0, 0))
    expect(await axeProblems(page, 'main')).toEqual([])
  })

  it('whose answer got lost is stored once; one that is cancelled is not sent', async () => {
    const site = await shared()
    const { page, stored } = await openBooked(site)
    let lost = 0
    await page.route('**/photos', async (route) => {
      if (lost++ > 0) return route.continue()
      await route.fetch()
      // A proxy or Node gives up on a bad line with this.
      return route.fulfill({ status: 408 })
    })
    await choose(page, photo())
    await eventually(() => lost).toBe(2)
    await eventually(() => rows(page).count()).toBe(0)
    expect([await pictures(page).count(), (await stored()).length]).toEqual([1, 1])
    await page.unroute('**/photos')
    const cut = await cutLine(page)
    await choose(page, photo())
    // Only photos are stopped: the rest of the site is reached.
    await eventually(() => rows(page).textContent()).toContain('You’re online')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await eventually(() => waiting(page)).toEqual([])
    await cut.mend()
    await choose(page, photo())
    await eventually(() => pictures(page).count()).toBe(2)
    expect((await stored()).length).toBe(2)
    // A page to sign in, on a device that can't keep the photo.
    await page.route('**/photos', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
    await page.evaluate(() => {
      IDBFactory.prototype.open = () => {
        throw new Error('No room')
      }
    })
    await choose(page, photo())
    await eventually(() => rows(page).textContent()).toMatch(/signed out.*Keep this page open/)
  })

  further.it('that can’t be used is refused in words that help, on the device and by the server', async () => {
    const site = await shared()
    const { page, id, stored } = await openBooked(site)
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
    await choose(page, photo(heic, 'IMG_2.HEIC'), photo(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'drawing.jpg'))
    await eventually(() => rows(page).allTextContents()).toEqual([
      expect.stringContaining('Most Compatible'),
      expect.stringContaining('can’t open that file as a photo'),
    ])
    await site.db.updateTable('bookings').set({ status: 'cancelled' }).where('id', '=', id).execute()
    await choose(page, photo())
    await eventually(() => rows(page).last().textContent()).toContain('This visit is over')
    expect([await stored(), await waiting(page)]).toEqual([[], []])
  })
})

/** Blocks all uploads until the returned function is called. */
async function cutLine(page: Page) {
  await page.route('**/photos', (route) => route.abort())
  return { mend: () => page.unroute('**/photos') }
}
