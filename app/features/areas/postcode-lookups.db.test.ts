import { expect, test } from 'vitest'
import { minutes } from '#app/values/clock.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { onOneEngine } from '#test/support/world.ts'
import { addressesWhileTyping, districtWhileTyping } from './postcode-lookups.server.ts'

onOneEngine('The district and the addresses of a postcode, while it is typed', (engine) => {
  const open = async (env: Record<string, string>) => {
    const world = await freshWorld(engine, { env })
    const asked: string[] = []
    const services = {
      ...world.services,
      districtOf: async (postcode: string) => {
        asked.push(postcode)
        return 'Tower Hamlets'
      },
      addressesOf: async (postcode: string) => {
        asked.push(postcode)
        return ['1 Cable Street']
      },
    }
    return { ...world, services, asked }
  }
  const lookupEnv = { POSTCODE_LOOKUP_URL: 'http://127.0.0.1:9', ADDRESS_LOOKUP_URL: 'http://127.0.0.1:9' }

  test('is asked 20 times a minute for one client, for another one again, and for the first again after a minute', async () => {
    const { services, asked, clock } = await open(lookupEnv)
    const answers = []
    for (let each = 0; each < 25; each++) answers.push(await districtWhileTyping(services, 'a', 'e1 1fr'))
    expect(answers).toEqual([...Array(20).fill('Tower Hamlets'), ...Array(5).fill(undefined)])
    expect(await districtWhileTyping(services, 'b', 'E1 1FR')).toBe('Tower Hamlets')
    clock.advance(minutes(1) + 1)
    expect(await districtWhileTyping(services, 'a', 'E1 1FR')).toBe('Tower Hamlets')
    expect(asked).toEqual(Array(22).fill('E1 1FR'))
    // Addresses are paid for: half as many, and a bound for all clients together.
    const found = []
    for (let each = 0; each < 12; each++) found.push(await addressesWhileTyping(services, 'a', 'e1 1fr'))
    expect(found.map(({ length }) => length)).toEqual([...Array(10).fill(1), 0, 0])
    for (let each = 0; each < 200; each++) await addressesWhileTyping(services, `client ${each}`, 'E1 1FR')
    expect(asked).toHaveLength(22 + 200)
  })

  test('is asked neither for half a postcode nor where none is configured, and takes no turn for it', async () => {
    const { services, asked } = await open(lookupEnv)
    for (const typed of ['', 'E1', 'E1 1', 'nonsense', undefined, 7]) {
      expect(await districtWhileTyping(services, 'a', typed)).toBeUndefined()
      expect(await addressesWhileTyping(services, 'a', typed)).toEqual([])
    }
    const without = await open({})
    expect(await districtWhileTyping(without.services, 'a', 'E1 1FR')).toBeUndefined()
    expect(await addressesWhileTyping(without.services, 'a', 'E1 1FR')).toEqual([])
    expect([...asked, ...without.asked]).toEqual([])
    for (const { db } of [services, without.services]) expect(await db.selectFrom('rateLimits').selectAll().execute()).toEqual([])
  })
})
