import { expect, it } from 'vitest'
import { addEngineer } from '#test/support/engineers.ts'
import { enteredAs, finished } from '#test/support/finished-visit.ts'
import { shareSite } from '#test/support/site.ts'
import { giveCookies } from '../signed-in.ts'
import { looksWrong, openContext, shareChromium, smallTargets } from '../visitor.ts'

const shared = shareSite({ accounts: true })
shareChromium()

it('A review is written with the keyboard, answered by an owner, and fits and reads well on every page that shows it', async () => {
  const site = await shared()
  const owner = await enteredAs(site, 'owner')
  const visit = await finished(site, await addEngineer(owner, 'Dan Okoro', '1234567'))
  const context = await openContext(site.url)
  const customer = await context.newPage()
  const looks = async (path: string, page = customer) => {
    await page.waitForLoadState('networkidle')
    expect([...(await looksWrong(page, 'main')), ...(await smallTargets(page, 'main'))], path).toEqual([])
  }
  await customer.goto(visit.path)
  await customer.getByRole('link', { name: 'Review your visit' }).click()
  await looks('the form')
  await customer.getByRole('button', { name: 'Publish my review' }).click()
  await customer.getByRole('alert').waitFor()
  await looks('the form, refused')
  await customer.getByRole('radio', { name: /^4 stars/ }).focus()
  await customer.keyboard.press('Space')
  await customer.getByLabel('In your own words').fill('Came at ten and fixed it')
  await customer.getByRole('radio', { name: /^Yes, with my first name/ }).focus()
  await customer.keyboard.press('Space')
  await customer.getByRole('button', { name: 'Publish my review' }).press('Enter')
  await customer.getByText('Your review is on our website now.').waitFor()
  await looks('the form, saved')

  const desk = await (await openContext(site.url)).newPage()
  await giveCookies(desk, owner, site.url)
  await desk.goto('/staff/reviews')
  await desk.getByText('Answer it').click()
  await desk.getByLabel('Our answer').fill('Thank you')
  await desk.getByRole('button', { name: 'Publish the answer' }).click()
  await desk.getByText('Answer published.').waitFor()
  expect(await desk.getByLabel('Our answer').isVisible()).toBe(false)
  await looks('/staff/reviews', desk)

  for (const path of ['/reviews', '/reviews?job=Burst+Pipe']) {
    await customer.goto(path)
    await customer.getByText('Thank you').waitFor()
    await looks(path)
  }
})
