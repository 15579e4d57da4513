import { AuthClient } from '@supabase/auth-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memory, newPerson } from '#test/support/auth.ts'
import { openStaffedSite, type Site, startSite } from '#test/support/site.ts'
import { bookingBody } from '#test/support/world.ts'
import { Visitor } from './visitor.ts'
import { desk, type Engine, type OpenEngine, phone } from './window.ts'

const named = (element: string, text: string) => `//${element}[normalize-space()='${text}']`
const button = (text: string) => named('button', text)
const link = (text: string) => named('a', text)
const label = (text: string) => `//label[contains(normalize-space(),'${text}')]`
const form = 'form[action="/book"]'
const field = (name: string) => `${form} [name=${name}]:not([type=hidden])`
const next = `${form} button[name=go][value=next]:not([tabindex])`
const submit = `${form} button[name=go][value=submit]:not([tabindex])`
const reference = `//*[starts-with(normalize-space(),'BK-') and not(*)]`

/** Fills in the steps of the booking form up to the review. */
async function answer(visitor: Visitor, email: string): Promise<void> {
  await visitor.click(next)
  await visitor.fill(field('name'), 'Priya Raman')
  await visitor.fill(field('phone'), '07700 900264')
  await visitor.fill(field('email'), email)
  await visitor.click(next)
  await visitor.click(label('Burst Pipe'))
  await visitor.fill(field('postcode'), 'E1 1FR')
  await visitor.click(next)
  await visitor.expectShown(submit)
}

/** The booking form, once its script has started. */
const started = (visitor: Visitor) => visitor.expectShown(`${form} [data-started]`)

const stored = { name: 'Priya Raman', phone: '+447700900264', postcode: 'E1 1FR', borough: 'Tower Hamlets', service: 'Burst Pipe' }

/** By how many pixels a page can be scrolled sideways. */
const sideways = () => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Runs in the page: whether the button to the next step is in view without scrolling, and nothing covers it. */
const keyIsInView = () => {
  const key = document.querySelector('form[action="/book"] .form-bar button[name=go]')
  const box = key?.getBoundingClientRect()
  if (!key || !box || box.top < 0 || box.bottom > innerHeight) return false
  return key.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2))
}

/** The journeys that have to work on every engine. Each engine has one file that calls this. */
export function describeJourneys(name: string, open: OpenEngine): void {
  let site: Site
  let engine: Engine
  let visitor: Visitor
  beforeAll(async () => {
    site = await startSite({ env: { DEV_TOOLS: 'on' } })
  })
  afterAll(() => site?.close())

  const start = async (javaScript: boolean) => {
    engine = await open({ javaScript })
    const [window] = await engine.windows()
    if (!window) throw new Error(`${name} has no window`)
    visitor = new Visitor(engine, site.url, window)
  }

  /** Opens the menu as a modal dialog with the focus inside, and closes it. */
  const openMenu = async (close: () => Promise<void>) => {
    await visitor.click(button('Menu'))
    await visitor.expectShown('#menu:modal')
    await visitor.expectPage(() => document.activeElement?.closest('#menu') !== null, true)
    await close()
    await visitor.expectHidden('#menu')
  }

  describe(name, () => {
    beforeAll(() => start(true))
    afterAll(() => engine?.close())

    it('shows the home page on a phone and on a desk, nothing of it wider than the window', async () => {
      for (const size of [desk, phone]) {
        await visitor.open('/', size)
        await visitor.expectShown('h1')
        await visitor.expectShown('a[href="tel:08006442633"]')
        await visitor.expectPage(sideways, 0)
      }
    })

    it('opens and closes the menu, whose links lead to their sections', async () => {
      await visitor.open('/')
      for (const close of [
        () => visitor.click('#menu button'),
        () => visitor.press('Escape'),
        () => visitor.clickAt(10, 300),
        () => visitor.click('#menu a[href="/#services"]'),
      ])
        await openMenu(close)
      await visitor.expectPage(() => {
        const { top } = (document.getElementById('services') as HTMLElement).getBoundingClientRect()
        return top > 0 && top < innerHeight / 2
      }, true)
    })

    it('opens and closes the menu on a page that React takes over', async () => {
      await visitor.open('/auth')
      await visitor.expectShown(button('Show password'))
      for (const close of [() => visitor.click('#menu button'), () => visitor.clickAt(10, 300)]) await openMenu(close)
    })

    it('books in place from the home page, and ends at the confirmation', async () => {
      await visitor.open('/')
      await visitor.click('aside a[href="#book"]')
      await started(visitor)
      await answer(visitor, 'in-place@example.com')
      await visitor.click(submit)
      await visitor.expectText('main', 'Booking Submitted Successfully! ✅')
      const shown = await visitor.text(`//main${reference}`)
      expect(await site.bookingsOf('in-place@example.com')).toMatchObject([{ ...stored, reference: shown }])
    })

    it('has the key for the next step in reach on every step of the form, on a phone and on a desk', async () => {
      const isInReach = async () => {
        for (const size of [desk, phone]) {
          await visitor.resize(size)
          await visitor.expectPage(keyIsInView, true)
        }
      }
      await visitor.open('/book?service=Burst+Pipe')
      await started(visitor)
      await isInReach()
      await visitor.click(next)
      await visitor.fill(field('name'), 'Priya Raman')
      await isInReach()
      await visitor.fill(field('phone'), '07700 900264')
      await visitor.fill(field('email'), 'in-reach@example.com')
      await visitor.click(next)
      await visitor.fill(field('postcode'), 'E1 1FR')
      await isInReach()
      await visitor.click(next)
      await visitor.expectShown(submit)
      await isInReach()
    })

    it('takes a Red Line booking to the payment page and back, and its own tab sees that it is paid', async () => {
      await visitor.open(await site.printed(/http\S+(\/dev\?token=[\w-]+)/))
      await visitor.open('/book')
      await started(visitor)
      await visitor.click(label('Red Line Response'))
      await answer(visitor, 'red-line@example.com')
      const before = await visitor.windows()
      await visitor.click(submit)
      await visitor.expectShown('[data-fee=due]')
      if (!engine.opensWindowsLater) await visitor.click(`//*[@data-fee]${link('Pay £29.99')}`)
      const checkout = await visitor.opened(before)
      await checkout.click('button[name=how][value=pay]')
      await checkout.expectShown(named('h1', 'Payment Successful!'))
      await checkout.close()
      await visitor.expectShown('[data-fee=paid]')
      expect(await site.bookingsOf('red-line@example.com')).toMatchObject([{ status: 'received', serviceLevel: 'redline' }])
    })

    it('keeps a booking while the server is away, and sends it once when it is back', async () => {
      await visitor.open('/book')
      await started(visitor)
      await answer(visitor, 'outbox@example.com')
      await site.kill()
      await visitor.click(submit)
      await visitor.expectText('[data-sent]', 'Not sent yet')
      expect(await site.bookingsOf('outbox@example.com')).toEqual([])
      await site.start()
      await visitor.expectText('[data-sent]', 'BK-')
      expect(await site.bookingsOf('outbox@example.com')).toMatchObject([stored])
    })

    it('shows a booking to its customer, who cancels it', async () => {
      await visitor.open(await bookedPath(site.url, 'tracked@example.com'))
      await visitor.expectText('h1', 'Received')
      await visitor.click(link('Cancel this booking'))
      await visitor.click(button('Yes, cancel this booking'))
      await visitor.expectText('h1', 'Cancelled')
      await visitor.reload()
      await visitor.expectText('h1', 'Cancelled')
      expect(await site.bookingsOf('tracked@example.com')).toMatchObject([{ status: 'cancelled' }])
    })

    it('signs a customer in and out', async () => {
      const person = await member(site)
      await visitor.open('/auth?next=/account/bookings', desk)
      await visitor.expectShown(button('Show password'))
      await visitor.fill('main input[type=email]', person.email)
      await visitor.fill('main input[autocomplete=current-password]', person.password)
      await visitor.press('Enter')
      await visitor.expectPath('/account/bookings')
      await visitor.click(`//nav${button('Sign Out')}`)
      await visitor.expectShown(`//nav${link('Sign In')}`)
    })

    it('shows the owner a new booking on the board by itself, takes the next step, and closes a dialog of the settings', async () => {
      const staffed = await openStaffedSite()
      const { email, password } = await staffed.sampleOf('owner')
      await visitor.open(`${staffed.url}/auth?next=/staff`, desk)
      await visitor.expectShown(button('Show password'))
      await visitor.fill('main input[type=email]', email)
      await visitor.fill('main input[autocomplete=current-password]', password)
      await visitor.press('Enter')
      await visitor.expectShown("//p[@role='status' and starts-with(normalize-space(),'Live')]")
      await bookedPath(staffed.url, 'board@example.com')
      await visitor.expectText('main', 'E1 1FR')
      await visitor.click("//button[starts-with(normalize-space(),'Accept')]")
      await visitor.expectText('main', 'Accepted.')
      expect(await staffed.db.selectFrom('bookings').select('status').execute()).toEqual([{ status: 'confirmed' }])
      await visitor.open(`${staffed.url}/staff/settings`, desk)
      await visitor.click("//main//*[self::a or self::button][starts-with(normalize-space(),'Set')]")
      await visitor.expectShown('dialog:modal')
      await visitor.click('dialog:modal button[commandfor]')
      await visitor.expectHidden('dialog')
    })
  })

  describe(`${name} without JavaScript`, () => {
    beforeAll(() => start(false))
    afterAll(() => engine?.close())

    it('books page by page, from the home page to the confirmation', async () => {
      await visitor.open('/')
      await visitor.click('aside a[href="#book"]')
      await answer(visitor, 'page-by-page@example.com')
      await visitor.click(submit)
      await visitor.expectText('main', 'Booking Submitted Successfully! ✅')
      const shown = await visitor.text(reference)
      expect(await site.bookingsOf('page-by-page@example.com')).toMatchObject([{ ...stored, reference: shown }])
    })

    it('opens and closes the menu', async () => {
      await visitor.open('/')
      await visitor.click(button('Menu'))
      await visitor.expectShown('#menu')
      await visitor.click('#menu button')
      await visitor.expectHidden('#menu')
    })
  })
}

/** Books a visit and returns the path of its private page. */
async function bookedPath(url: string, email: string): Promise<string> {
  const answered = await fetch(`${url}/functions/v1/submit-booking`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url },
    body: JSON.stringify(bookingBody({ email })),
  })
  return new URL(((await answered.json()) as { trackingUrl: string }).trackingUrl).pathname
}

/** A customer with a confirmed account. */
async function member(site: Site) {
  const person = newPerson()
  const client = new AuthClient({ url: `${site.url}/auth/v1`, autoRefreshToken: false, persistSession: true, storage: memory() })
  await client.signUp({ email: person.email, password: person.password, options: { data: { full_name: person.name } } })
  const token = /token=([\w-]+)/.exec(await site.mailTo(person.email, 'Confirm your email address'))?.[1] ?? ''
  await client.verifyOtp({ token_hash: token, type: 'signup' })
  return person
}
