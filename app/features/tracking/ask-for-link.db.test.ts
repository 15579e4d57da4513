// @module-tag never-again
import { expect, test } from 'vitest'
import { handOut } from '#test/support/announced.ts'
import { bookOne } from '#test/support/booked.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { askForLink } from './ask-for-link.server.ts'

/** A booking, a function that requests its link, and the emails sent. */
async function openAsked() {
  const world = await freshWorld('sqlite')
  const booked = await bookOne(world)
  const { reference, email } = await booked.read()
  const ask = (changes: Partial<Parameters<typeof askForLink>[1]> = {}) =>
    askForLink(world.services, { reference, email, clientKey: 'client', ...changes })
  const mails = async () => (await handOut(world.services)).filter(({ kind }) => kind === 'customer-new-link')
  return { world, booked, reference, email, ask, mails }
}

test('A new link is made for the reference with its own email address, however they are typed', async () => {
  const { booked, reference, email, ask, mails } = await openAsked()
  await ask({ reference: ` ${reference.toLowerCase()} `, email: email.toUpperCase() })
  expect(await booked.read()).toMatchObject({ trackingRevocations: 1 })
  expect(await mails()).toHaveLength(1)
})

test('Nothing is done, and the same is answered, for another address, another reference, or a fourth time', async () => {
  const { booked, ask, mails } = await openAsked()
  await ask({ email: 'somebody@example.com' })
  await ask({ reference: 'BK-AAAAAAAA' })
  expect(await booked.read()).toMatchObject({ trackingRevocations: 0 })
  for (let time = 1; time <= 4; time++) await ask({ clientKey: `client ${time}` })
  expect(await booked.read()).toMatchObject({ trackingRevocations: 3 })
  expect((await mails()).length).toBeGreaterThan(0)
})

test('What is no reference or address is refused by field', async () => {
  const { ask } = await openAsked()
  await expect(ask({ reference: 'my boiler', email: 'me' })).rejects.toMatchObject({
    status: 400,
    fields: { reference: expect.stringContaining('BK-'), email: expect.stringContaining('name@example.com') },
  })
})
