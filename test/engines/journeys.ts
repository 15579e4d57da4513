import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { further, isDeep, sample } from '#test/support/depth.ts'
import { type Front, openFront } from '#test/support/front.ts'
import { type Site, startSite } from '#test/support/site.ts'
import { workOffline } from './engineers-phone.ts'
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

/** Fills in the steps of the booking form up to the review; `inReach` is called at each step. */
async function answer(visitor: Visitor, email: string, inReach: () => Promise<unknown> = async () => undefined): Promise<void> {
  await visitor.fill(field('postcode'), 'E1 1FR')
  await inReach()
  await visitor.click(next)
  await visitor.fill(field('name'), 'Priya Raman')
  await visitor.fill(field('phone'), '07700 900264')
  await visitor.fill(field('email'), email)
  await inReach()
  await visitor.click(next)
  await visitor.click(label('Burst Pipe'))
  await inReach()
  await visitor.click(next)
  await visitor.expectShown(submit)
  await inReach()
}

/** The booking form, once its script has started. */
const started = (visitor: Visitor) => visitor.expectShown(`${form} [data-started]`)

const stored = { name: 'Priya Raman', phone: '+447700900264', postcode: 'E1 1FR', borough: 'Tower Hamlets', service: 'Burst Pipe' }

/** The pixels that a page can be scrolled sideways. */
const sideways = () => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Runs in the page: true if the button to the next step is in view without scrolling, and nothing covers it. */
const keyIsInView = () => {
  const key = document.querySelector('form[action="/book"] .form-bar button[name=go]')
  const box = key?.getBoundingClientRect()
  if (!key || !box || box.top < 0 || box.bottom > innerHeight) return false
  return key.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2))
}

/** One walk for each user: a customer, a customer without JavaScript, and an engineer. Each engine has one file that calls this. */
export function describeJourneys(name: string, open: OpenEngine): void {
  const endings: (() => unknown)[] = []
  /** The connection is cut here, because drivers can't emulate offline. */
  let front: Front
  let site: Site
  let engine: Engine
  let visitor: Visitor
  beforeAll(async () => {
    front = await openFront((ending) => endings.push(ending))
    site = await startSite({ accounts: true, front })
  })
  afterAll(async () => {
    await site?.close()
    for (const ending of endings) await ending()
  })

  const start = async (javaScript: boolean) => {
    engine = await open({ javaScript })
    const [window] = await engine.windows()
    if (!window) throw new Error(`${name} has no window`)
    visitor = new Visitor(engine, site.url, window)
  }

  describe(name, () => {
    beforeAll(() => start(true))
    afterAll(() => engine?.close())

    it('takes a customer through the menu and the form, keeps the booking while there is no line, sends it once, and cancels it', async () => {
      for (const size of isDeep ? [desk, phone] : [phone]) {
        await visitor.open('/', size)
        await visitor.expectShown('h1')
        await visitor.expectPage(sideways, 0)
      }
      const closings = [() => visitor.click('#menu button'), () => visitor.press('Escape'), () => visitor.clickAt(10, 300)]
      for (const close of sample(closings, 1)) {
        await visitor.click(button('Menu'))
        await visitor.expectShown('#menu:modal')
        await visitor.expectPage(() => document.activeElement?.closest('#menu') !== null, true)
        await close()
        await visitor.expectHidden('#menu')
      }
      await visitor.click('aside a[href="#book"]')
      await started(visitor)
      await answer(visitor, 'customer@walks.example', () => visitor.expectPage(keyIsInView, true))
      front.cut(/AppleWebKit|Firefox/)
      await visitor.click(submit)
      await visitor.expectText('[data-sent]', 'Not sent yet')
      expect(await site.bookingsOf('customer@walks.example')).toEqual([])
      front.mend()
      await visitor.expectText('[data-sent]', 'BK-')
      expect(await site.bookingsOf('customer@walks.example')).toMatchObject([stored])
      await visitor.click(`//*[@data-sent]${link('Track your booking')}`)
      await visitor.click(link('Cancel this booking'))
      await visitor.click(button('Yes, cancel this booking'))
      await visitor.expectText('h1', 'Cancelled')
      expect(await site.bookingsOf('customer@walks.example')).toMatchObject([{ status: 'cancelled' }])
    })

    it('takes a Red Line booking to the payment page, in a tab of its own or, where none opens, in the same, and its confirmation shows that it is paid', async () => {
      await visitor.open(await site.printed(/http\S+(\/dev\?token=[\w-]+)/))
      await visitor.open('/book', desk)
      await started(visitor)
      await visitor.click(label('Red Line Response'))
      await answer(visitor, 'red-line@walks.example')
      const before = await visitor.windows()
      await visitor.click(submit)
      const checkout = engine.opensWindowsLater ? await visitor.opened(before) : visitor
      await checkout.click('button[name=how][value=pay]')
      await checkout.expectShown(named('h1', 'Payment Successful!'))
      if (checkout !== visitor) {
        await checkout.close()
        await visitor.expectShown('[data-fee=paid]')
      }
      expect(await site.bookingsOf('red-line@walks.example')).toMatchObject([{ status: 'received', serviceLevel: 'redline' }])
    })

    further.it('signs an engineer in by a link, keeps the jobs, and sends what was recorded without a line once, in order', () =>
      workOffline(visitor, { site, front }),
    )

    further.it(
      'shows the owner a new booking on the board by itself, takes the next step, and closes a dialog of the settings',
      async () => {
        await visitor.open('/auth?next=/staff', desk)
        await visitor.expectShown(button('Show password'))
        const { email, password } = await site.sampleOf('owner')
        await visitor.fill('main input[type=email]', email)
        await visitor.fill('main input[autocomplete=current-password]', password)
        await visitor.press('Enter')
        await visitor.expectShown("//p[@role='status' and starts-with(normalize-space(),'Live')]")
        const id = await site.book('board@walks.example', { postcode: 'N16 8JN' })
        await visitor.expectText('main', 'N16 8JN')
        await visitor.click(`//*[@data-card='${id}']//button[starts-with(normalize-space(),'Accept')]`)
        await visitor.expectText('main', 'Accepted.')
        expect(await site.bookingsOf('board@walks.example')).toMatchObject([{ status: 'confirmed' }])
        await visitor.open('/staff/settings', desk)
        await visitor.click("//main//details[.//*[@id='connections']]/summary")
        await visitor.click("//main//*[self::a or self::button][starts-with(normalize-space(),'Set')]")
        await visitor.expectShown('dialog:modal')
        await visitor.click('dialog:modal button[commandfor]')
        await visitor.expectHidden('dialog')
      },
    )
  })

  further.describe(`${name} without JavaScript`, () => {
    beforeAll(() => start(false))
    afterAll(() => engine?.close())

    it('books page by page, from the menu of the home page to the confirmation', async () => {
      await visitor.open('/')
      await visitor.click(button('Menu'))
      await visitor.expectShown('#menu')
      await visitor.click('#menu button')
      await visitor.expectHidden('#menu')
      await visitor.click('aside a[href="#book"]')
      await answer(visitor, 'page-by-page@walks.example')
      await visitor.click(submit)
      await visitor.expectText('main', 'Booking Submitted Successfully! ✅')
      const shown = await visitor.text("//*[starts-with(normalize-space(),'BK-') and not(*)]")
      expect(await site.bookingsOf('page-by-page@walks.example')).toMatchObject([{ ...stored, reference: shown }])
    })
  })
}
