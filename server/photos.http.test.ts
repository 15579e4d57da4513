// @module-tag never-again
import { readdirSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { newId, newToken } from '#app/values/ids.ts'
import { enteredAs, newEngineer } from '#test/support/finished-visit.ts'
import { foreignForm, openPlainBrowser, type PlainBrowser } from '#test/support/plain-browser.ts'
import { type Site, shareSite } from '#test/support/site.ts'

const shared = shareSite({ accounts: true })

/** As a phone takes it, with location data. */
const jpeg = await sharp({ create: { width: 200, height: 120, channels: 3, background: '#36a' } })
  .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 26/1' } })
  .jpeg()
  .toBuffer()

const own = (site: Site) => ({ Origin: site.url, 'Sec-Fetch-Site': 'same-origin' })

interface Sent {
  kind?: string
  key?: string
  data?: Uint8Array
  name?: string
  headers?: Record<string, string>
}

/** Sends a photo as the form does without JavaScript. */
function sendPhoto(
  site: Site,
  by: PlainBrowser,
  path: string,
  { kind = 'problem', key = newId(), data = jpeg, name = 'IMG_1.jpg', headers }: Sent = {},
) {
  const body = new FormData()
  body.append('kind', kind)
  body.append('key', key)
  body.append('photo', new Blob([data as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' }), name)
  return by.ask(path, { method: 'POST', body, headers: { ...own(site), ...headers } })
}

function removePhoto(site: Site, by: PlainBrowser, path: string, id: string) {
  const body = new FormData()
  body.append('remove', id)
  return by.ask(path, { method: 'POST', body, headers: own(site) })
}

const photosOf = (site: Site, bookingId: string) =>
  site.db.selectFrom('photos').selectAll().where('bookingId', '=', bookingId).orderBy('id').execute()

/** A booking with a private link for the customer, and with an engineer if one is given. */
async function bookingOf(site: Site, engineerId: string | null = null) {
  const email = `${newId()}@example.com`
  const id = await site.book(email)
  const link = /\/track\/[\w.-]+/.exec(await site.mailTo(email, /./))?.[0] ?? ''
  if (engineerId) await site.db.updateTable('bookings').set({ engineerId, status: 'arrived' }).where('id', '=', id).execute()
  return { id, link, engineer: `/engineer/jobs/${id}`, staff: `/staff/bookings/${id}` }
}

describe('Photos without JavaScript', () => {
  it('are sent by a form of each page, stored once, and shown there; nothing of the file is kept but the picture', async () => {
    const site = await shared()
    const staff = await enteredAs(site, 'staff')
    const { id: engineerId, phone } = await newEngineer(site, staff, 'Dan Okoro')
    const job = await bookingOf(site, engineerId)
    const nobody = openPlainBrowser(site.url)
    const cases = [
      [nobody, job.link, 'customer', 'problem', 'The problem, added by you'],
      [phone, job.engineer, 'engineer', 'before', 'Before, added by the engineer'],
      [staff, job.staff, 'staff', 'appliance', 'The appliance, added by the office'],
    ] as const
    for (const [browser, page, takenBy, kind, text] of cases) {
      const form = (await browser.open(page)).text
      expect(form).toContain(`action="${page}/photos"`)
      const key = /name="key" value="([\w-]+)"\/>(?:(?!<form).)*name="photo"/s.exec(form)?.[1] ?? ''
      for (let time = 0; time < 2; time++)
        expect(await sendPhoto(site, browser, `${page}/photos`, { kind, key })).toMatchObject({
          status: 303,
          location: `${page}?photo=added#photos`,
        })
      const mine = (await photosOf(site, job.id)).filter((photo) => photo.takenBy === takenBy)
      expect(mine).toMatchObject([{ kind, width: 200, height: 120 }])
      const shown = (await browser.open(`${page}?photo=added`)).text
      expect(shown).toContain('Photo saved.')
      expect(shown).toContain(`${page}/photos/${mine[0]?.id}/small`)
      expect(shown).toContain(text)
      for (const size of ['', '/small']) {
        const answer = await fetch(`${site.url}${page}/photos/${mine[0]?.id}${size}`, {
          headers: { Cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        })
        const bytes = Buffer.from(await answer.arrayBuffer())
        expect([answer.status, bytes.subarray(0, 3).toString('hex'), bytes.includes('Exif')]).toEqual([200, 'ffd8ff', false])
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          'content-type': 'image/jpeg',
          'cache-control': takenBy === 'customer' ? 'private, max-age=300' : 'private, no-store',
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'same-origin',
          'content-security-policy': "default-src 'none'; sandbox",
          'content-disposition': expect.stringMatching(/^inline; filename="[\w-]+\.jpg"$/),
          'x-robots-tag': 'noindex, nofollow',
        })
      }
    }
    const names = readdirSync(join(site.settings.DATA_DIR ?? '', 'files'))
    const rows = await site.db.selectFrom('photos').select(['file', 'smallFile']).execute()
    for (const { file, smallFile } of rows) expect(names).toEqual(expect.arrayContaining([file, smallFile]))
    expect(names.join()).not.toContain('IMG_')
  })

  it('that are refused lead back to the page, which says why and what to do', async () => {
    const site = await shared()
    const { id, link } = await bookingOf(site)
    const nobody = openPlainBrowser(site.url)
    const send = (sent: Sent) => sendPhoto(site, nobody, `${link}/photos`, sent)
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
    for (const [sent, code] of [
      [{ data: svg }, 'not_a_photo'],
      [{ data: heic }, 'heic'],
      [{ data: jpeg.subarray(0, 300) }, 'damaged'],
      [{ data: Buffer.alloc(0) }, 'empty'],
      [{ data: Buffer.alloc(0), name: '' }, 'no_photo'],
    ] as const)
      expect(await send(sent)).toMatchObject({ status: 303, location: `${link}?photo=${code}#photos` })
    expect((await nobody.open(`${link}?photo=damaged`)).text).toContain('role="alert"')
    const tooLarge = await send({ data: Buffer.concat([jpeg, Buffer.alloc(2 * 1024 * 1024)]) })
    expect([tooLarge.status, tooLarge.location]).toEqual([303, `${link}?photo=too_large#photos`])
    const huge = await send({ data: Buffer.alloc(5 * 1024 * 1024) })
    expect(huge.status).toBe(413)
    // The file name is ignored; a kind that this form doesn't offer is refused.
    expect(await send({ name: '../../../../etc/passwd\0.html' })).toMatchObject({ status: 303, location: `${link}?photo=added#photos` })
    expect((await send({ kind: 'receipt' })).status).toBe(400)
    expect((await photosOf(site, id)).map(({ kind }) => kind)).toEqual(['problem'])
    expect((await sendPhoto(site, nobody, `${link}/photos`, { headers: foreignForm })).status).toBe(403)
    for (let sent = 0; sent < 3; sent++) await send({})
    await send({})
    expect(await send({})).toMatchObject({ location: `${link}?photo=full_customer#photos` })
    expect((await nobody.open(link)).text).not.toContain('name="photo"')
  })

  it('that break off, or never end, leave nothing behind', async () => {
    const site = await shared()
    const { id, link } = await bookingOf(site)
    const whole = new Request('http://x', { method: 'POST', body: formWith(jpeg) })
    const type = whole.headers.get('content-type') ?? ''
    const bytes = Buffer.from(await whole.arrayBuffer())
    const begin = (byteCount: number) => {
      const headers = { ...own(site), 'Content-Type': type, 'Content-Length': bytes.length }
      const request = httpRequest(`${site.url}${link}/photos`, { method: 'POST', headers })
      request.on('error', () => undefined).write(bytes.subarray(0, byteCount))
      return request
    }
    const cut = begin(bytes.length - 400)
    const ended = new Promise((resolve) => cut.on('error', resolve).on('close', resolve))
    await expect.poll(() => cut.socket?.bytesWritten ?? 0).toBeGreaterThan(300)
    // A client with three open at once has to wait; others don't. One sent beside a photo may itself have to wait.
    const more: ReturnType<typeof begin>[] = []
    const busy = { location: `${link}?photo=busy#photos` }
    const sendNext = () => {
      more.push(begin(10))
      return sendPhoto(site, openPlainBrowser(site.url), `${link}/photos`, { data: Buffer.from('GIF89a') })
    }
    await expect.poll(sendNext).toMatchObject(busy)
    const staff = await enteredAs(site, 'staff')
    expect(await sendPhoto(site, staff, `/staff/bookings/${id}/photos`, { data: Buffer.from('GIF89a') })).toMatchObject({
      location: `/staff/bookings/${id}?photo=not_a_photo#photos`,
    })
    for (const open of [...more, cut]) open.destroy()
    await ended
    // Without a Content-Length: the upload is cut off at the limit, not read to its end.
    const endless = await fetch(`${site.url}${link}/photos`, {
      method: 'POST',
      headers: { ...own(site), 'Content-Type': type },
      body: new ReadableStream({
        pull: (stream) => stream.enqueue(bytes.subarray(0, 500).length ? Buffer.alloc(256 * 1024, 65) : bytes),
      }),
      duplex: 'half',
    } as RequestInit).then(
      ({ status }) => status,
      () => 'broken off',
    )
    expect([413, 400, 'broken off']).toContain(endless)
    expect(await photosOf(site, id)).toEqual([])
    expect(await sendPhoto(site, openPlainBrowser(site.url), `${link}/photos`)).toMatchObject({ status: 303 })
  })
})

const formWith = (data: Uint8Array) => {
  const form = new FormData()
  form.append('kind', 'problem')
  form.append('photo', new Blob([data as Uint8Array<ArrayBuffer>]), 'a.jpg')
  return form
}

describe('A photo', () => {
  it('is seen, added and removed by those alone who may, at every address', async () => {
    const site = await shared()
    const [customer, staff, owner] = [await enteredAs(site, 'customer'), await enteredAs(site, 'staff'), await enteredAs(site, 'owner')]
    const [mine, others] = [await newEngineer(site, staff, 'Ann Field'), await newEngineer(site, staff, 'Bo Marsh')]
    const nobody = openPlainBrowser(site.url)
    const [job, other] = [await bookingOf(site, mine.id), await bookingOf(site, others.id)]
    await sendPhoto(site, nobody, `${job.link}/photos`)
    for (const kind of ['before', 'receipt', 'door']) await sendPhoto(site, mine.phone, `${job.engineer}/photos`, { kind })
    await sendPhoto(site, staff, `${job.staff}/photos`, { kind: 'problem' })
    const photos = await photosOf(site, job.id)
    expect(photos.map(({ takenBy, kind }) => `${takenBy} ${kind}`)).toEqual([
      'customer problem',
      'engineer before',
      'engineer receipt',
      'engineer door',
      'staff problem',
    ])
    const visitors = { nobody, customer, 'the engineer': mine.phone, 'another engineer': others.phone, staff, owner }
    const everybody = Object.keys(visitors) as (keyof typeof visitors)[]
    const seen = async (base: string, by: readonly (keyof typeof visitors)[] = everybody) => {
      const matrix: Record<string, string> = {}
      for (const who of by) {
        const browser = visitors[who]
        const statuses: number[] = []
        for (const { id } of photos) {
          const [whole, small, data] = await Promise.all(
            ['', '/small', '.data'].map((ending) => browser.open(`${base}/photos/${id}${ending}`)),
          )
          expect([who, base, whole?.status]).toEqual([who, base, small?.status])
          expect([who, base, whole?.status !== 200 && /JFIF/.test(`${whole?.text}${small?.text}${data?.text}`)]).toEqual([who, base, false])
          statuses.push(whole?.status ?? 0)
        }
        matrix[who] = statuses.join(' ')
      }
      return matrix
    }
    const all = (status: number) => photos.map(() => status).join(' ')
    const everyone = (status: string) => Object.fromEntries(everybody.map((who) => [who, status]))
    // The link's holder counts as the customer; another booking's link opens none of these photos.
    expect(await seen(job.link)).toEqual(everyone('200 404 404 404 404'))
    expect(await seen(other.link, ['nobody'])).toEqual({ nobody: all(404) })
    expect(await seen(`/track/${newToken()}`, ['nobody'])).toEqual({ nobody: all(404) })
    expect(await seen(job.engineer)).toEqual({
      ...{ nobody: all(303), customer: all(403), staff: all(403), owner: all(403) },
      ...{ 'the engineer': all(200), 'another engineer': all(404) },
    })
    expect(await seen(other.engineer, ['the engineer', 'another engineer'])).toEqual({
      'the engineer': all(404),
      'another engineer': all(404),
    })
    expect(await seen(job.staff)).toEqual({
      ...{ nobody: all(303), customer: all(403), 'the engineer': all(403), 'another engineer': all(403) },
      ...{ staff: all(200), owner: all(200) },
    })
    expect(await seen(other.staff, ['staff'])).toEqual({ staff: all(404) })
    for (const path of [
      `${job.staff}/photos/${newId()}`,
      `${job.staff}/photos/..%2f..%2fplumbers.sqlite`,
      `${job.staff}/photos/${photos[0]?.file}`,
    ])
      expect([301, 404], path).toContain((await staff.open(path)).status)
    expect((await staff.open(`${job.staff}/photos/${photos[0]?.id}/large`)).status).toBe(404)

    // No one else can add or remove photos.
    const [ours] = photos
    for (const [who, browser, page, status] of [
      ['staff', staff, job.engineer, 403],
      ['another engineer', others.phone, job.engineer, 404],
      ['the engineer', mine.phone, job.staff, 403],
      ['nobody', nobody, `/track/${newToken()}`, 404],
    ] as const) {
      const sent = [await sendPhoto(site, browser, `${page}/photos`), await removePhoto(site, browser, `${page}/photos`, ours?.id ?? '')]
      expect([who, page, ...sent.map((answer) => answer.status)]).toEqual([who, page, status, status])
    }
    await removePhoto(site, nobody, `${other.link}/photos`, ours?.id ?? '')
    await removePhoto(site, nobody, `${job.link}/photos`, photos[1]?.id ?? '')
    await removePhoto(site, mine.phone, `${job.engineer}/photos`, ours?.id ?? '')
    // Nor by what a phone reports later.
    const report = async (browser: PlainBrowser, photoId: string) => {
      const at = new Date().toISOString()
      const act = { key: newId(), kind: 'remove-photo', bookingId: job.id, at, fields: { remove: photoId } }
      const headers = { 'Content-Type': 'application/json', ...own(site) }
      const answer = await browser.ask('/engineer/acts', { method: 'POST', headers, body: JSON.stringify({ sentAt: at, acts: [act] }) })
      return JSON.parse(answer.text).outcomes[0].state
    }
    for (const { id } of photos) expect(await report(others.phone, id)).toBe('refused')
    for (const { id } of photos.filter(({ takenBy }) => takenBy !== 'engineer')) expect(await report(mine.phone, id)).toBe('done')
    expect(await photosOf(site, job.id)).toHaveLength(5)
    await sendPhoto(site, mine.phone, `${job.engineer}/photos`, { kind: 'after' })
    expect(await report(mine.phone, (await photosOf(site, job.id)).find(({ kind }) => kind === 'after')?.id ?? '')).toBe('done')
    expect((await photosOf(site, job.id)).map(({ id }) => id)).toEqual(photos.map(({ id }) => id))

    // After the visit, the customer is shown what was done.
    await site.db.updateTable('bookings').set({ status: 'completed' }).where('id', '=', job.id).execute()
    expect(await seen(job.link, ['nobody'])).toEqual({ nobody: '200 200 404 404 404' })
    // After a renewed link, a reassigned job or an ended session, nothing is accessible.
    await site.db.updateTable('bookings').set({ engineerId: others.id }).where('id', '=', job.id).execute()
    expect(await seen(job.engineer, ['the engineer', 'another engineer'])).toEqual({
      'the engineer': all(404),
      'another engineer': all(200),
    })
    await nobody.post(job.link, { intent: 'renew' })
    expect(await seen(job.link, ['nobody', 'staff'])).toEqual({ nobody: all(404), staff: all(404) })
    await staff.post(`/staff/engineers/${others.id}`, { intent: 'end-access' })
    expect(await seen(job.engineer, ['another engineer'])).toEqual({ 'another engineer': all(303) })
    await staff.post('/auth/sign-out', {})
    expect(await seen(job.staff, ['staff', 'owner'])).toEqual({ staff: all(303), owner: all(200) })
  })
})

describe('An engineer’s portrait', () => {
  it('is stored and removed by staff alone, and seen by them and by the customers of their jobs', async () => {
    const site = await shared()
    const [customer, staff, owner] = [await enteredAs(site, 'customer'), await enteredAs(site, 'staff'), await enteredAs(site, 'owner')]
    const mine = await newEngineer(site, staff, 'Kit Lowe')
    const nobody = openPlainBrowser(site.url)
    const [job, other] = [await bookingOf(site, mine.id), await bookingOf(site)]
    const page = `/staff/engineers/${mine.id}`
    const form = (data: Uint8Array | 'remove') => {
      const body = new FormData()
      if (data === 'remove') body.append('remove', 'portrait')
      else body.append('photo', new Blob([data as Uint8Array<ArrayBuffer>]), 'me.jpg')
      return { method: 'POST', body, headers: own(site) }
    }
    for (const browser of [customer, mine.phone]) expect((await browser.ask(`${page}/portrait`, form('remove'))).status).toBe(403)
    expect((await nobody.open(job.link)).text).not.toContain('/engineer?v=')
    expect(await staff.ask(`${page}/portrait`, form(Buffer.from('<svg/>')))).toMatchObject({
      location: `${page}?photo=not_a_photo#portrait`,
    })
    expect(await staff.ask(`${page}/portrait`, form(jpeg))).toMatchObject({ status: 303, location: `${page}?photo=added#portrait` })
    expect((await nobody.open(job.link)).text).toMatch(/<img src="\/track\/[\w-]+\/engineer\?v=\w{12}" alt="Kit Lowe"/)
    const status = async (path: string) => (await nobody.open(path)).status
    expect(await status(`${other.link}/engineer`)).toBe(404)
    const picture = await fetch(`${site.url}${job.link}/engineer`)
    const bytes = Buffer.from(await picture.arrayBuffer())
    expect([picture.headers.get('content-type'), bytes.includes('Exif'), (await sharp(bytes).metadata()).width]).toEqual([
      'image/jpeg',
      false,
      320,
    ])
    expect(await owner.ask(`${page}/portrait`, form('remove'))).toMatchObject({ location: `${page}?photo=removed#portrait` })
    expect(await status(`${job.link}/engineer`)).toBe(404)
  })
})
