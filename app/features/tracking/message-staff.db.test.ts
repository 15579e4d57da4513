import { expect } from 'vitest'
import { readMessages } from '#app/features/booking/read-booking.server.ts'
import { InvalidMessage, TooManySubmits } from '#app/features/booking/refusals.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import { jobHandlers } from '#server/jobs.ts'
import { handOut } from '#test/support/announced.ts'
import { type Booked, bookOne } from '#test/support/booked.ts'
import { countOutcomes, freshWorld, openPeers, readStored } from '#test/support/fresh.ts'
import { openReceiver, verified } from '#test/support/receiver.ts'
import { onOneEngine, type World } from '#test/support/world.ts'
import { type MessageStaff, messageStaff } from './message-staff.server.ts'

const secret = `whsec_${'c2VjcmV0'.repeat(4)}`

let keys = 0
const write = ({ services }: Pick<World, 'services'>, booked: Booked, changes: Partial<MessageStaff> = {}) =>
  messageStaff(services, {
    bookingId: booked.id,
    actor: 'customer',
    clientKey: 'client',
    text: 'The door code is 4711.\nRing twice.',
    idempotencyKey: `key ${keys++}`,
    ...changes,
  })
const written = async ({ services }: World, { id }: Booked) => (await readMessages(services.db, id)).map(({ text }) => text)

onOneEngine('A message about a booking', (engine, test) => {
  test('is kept, and told to staff by mail and signed webhook; the customer gets no mail', async () => {
    const receiver = await openReceiver(204)
    const world = await freshWorld(engine, { env: { WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: secret } })
    const booked = await bookOne(world)
    await runDueJobs(world.services, jobHandlers)
    const before = (await readStored(world.services)).localMail.length
    await write(world, booked)
    await runDueJobs(world.services, jobHandlers)
    expect(await readMessages(world.services.db, booked.id)).toMatchObject([
      { at: '2026-11-20T10:20:00.000Z', sender: 'customer', actor: 'customer', text: 'The door code is 4711.\nRing twice.' },
    ])
    const mails = (await readStored(world.services)).localMail.slice(before)
    expect(mails.map(({ recipient }) => recipient)).toEqual(['desk@localhost'])
    expect(JSON.parse(String(mails[0]?.message)).text).toContain('Their message: The door code is 4711.\n  Ring twice.')
    const delivery = receiver.deliveries.at(-1)
    if (!delivery) throw new Error('nothing was delivered')
    expect(verified(delivery, secret, world.clock.now())).toMatchObject({
      type: 'booking.message',
      timestamp: '2026-11-20T10:20:00.000Z',
      data: {
        reference: (await booked.read()).reference,
        status: 'received',
        revision: 0,
        actor: 'customer',
        message: 'The door code is 4711.\nRing twice.',
      },
    })
  })

  test('sent twice, on two instances at once, is one; the same words under another key are another', { races: true }, async (world) => {
    const booked = await bookOne(world)
    const peers = openPeers(world, 2)
    const presses = Array.from({ length: 8 }, (_, each) => ({ clientKey: `client ${each}`, idempotencyKey: 'the form’s key' }))
    const results = await Promise.allSettled(presses.map((each, at) => write({ services: peers[at % 2] ?? world.services }, booked, each)))
    expect(countOutcomes(results)).toEqual({ ok: 8 })
    expect(await written(world, booked)).toHaveLength(1)
    expect((await handOut(world.services)).filter(({ kind }) => kind === 'staff-change-email')).toHaveLength(1)
    await write(world, booked)
    expect(await written(world, booked)).toHaveLength(2)
    // Without a key, each message counts as new; a key is valid for one booking.
    for (let each = 0; each < 2; each++) await write(world, booked, { idempotencyKey: undefined })
    expect(await written(world, booked)).toHaveLength(4)
    const other = await bookOne(world)
    await write(world, other, { idempotencyKey: 'the form’s key' })
    expect(await written(world, other)).toHaveLength(1)
  })

  test('has 1 to 1000 characters once it is sanitised as the form’s description is', async (world) => {
    const booked = await bookOne(world)
    for (const text of ['', ' \n\t', '\u200b\u2800', '\u0000', 'x'.repeat(1_001), 'x'.repeat(100_000)])
      await expect(write(world, booked, { text }), JSON.stringify(text.slice(0, 9))).rejects.toBeInstanceOf(InvalidMessage)
    await write(world, booked, { text: `  ${'x'.repeat(1_000)}\r\n` })
    await write(world, booked, { text: '<script>alert(1)</script>\u0000 onclick=x \ud800' })
    expect(await written(world, booked)).toEqual(['x'.repeat(1_000), '‹script›alert(1)‹/script› x \ufffd'])
  })

  test('has five tries a minute for each client, and twenty an hour for each booking', async (world) => {
    const booked = await bookOne(world)
    for (let each = 0; each < 20; each++) {
      if (each === 5) await expect(write(world, booked, { clientKey: 'phone 0' })).rejects.toBeInstanceOf(TooManySubmits)
      await write(world, booked, { clientKey: `phone ${Math.floor(each / 5)}` })
    }
    await expect(write(world, booked, { clientKey: 'phone 9' })).rejects.toBeInstanceOf(TooManySubmits)
    expect(await written(world, booked)).toHaveLength(20)
    await write(world, await bookOne(world), { clientKey: 'phone 9' })
  })
})
