import { expect } from 'vitest'
import { days, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { addRow } from '#test/support/add-row.ts'
import { bookOne } from '#test/support/booked.ts'
import { engineer } from '#test/support/roster.ts'
import { onOneEngine } from '#test/support/world.ts'
import { readOwnJob } from './read-own-jobs.server.ts'

onOneEngine('An engineer’s job', (_, test) => {
  test('has the customer’s last messages, each with its day unless that is today', async (world) => {
    const { services, clock } = world
    const engineerId = await engineer(world)
    const booked = await bookOne(world)
    await booked.set({ engineerId, status: 'assigned' })
    const says = (text: string) =>
      addRow(services.db, 'bookingMessages', {
        ...{ id: newId(), bookingId: booked.id, idempotencyKey: newId(), at: toInstant(clock.now()), text },
        ...{ sender: 'customer', actor: 'customer' },
      })
    await says('The gate sticks.')
    clock.advance(days(1))
    await says('Use the back door.')
    const { messages } = await readOwnJob(services, { engineerId, userId: 'dan' }, { bookingId: booked.id, userAgent: '' })
    expect(messages.map(({ text, at }) => [text, at])).toEqual([
      ['The gate sticks.', expect.stringMatching(/^[\d.]+[ap]m on \w+ \d+ \w+$/)],
      ['Use the back door.', expect.stringMatching(/^[\d.]+[ap]m$/)],
    ])
  })
})
