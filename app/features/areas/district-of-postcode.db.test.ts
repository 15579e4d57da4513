import { expect, test } from 'vitest'
import { minutes } from '#app/values/clock.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { onOneEngine } from '#test/support/world.ts'
import { districtWhileTyping } from './district-of-postcode.server.ts'

onOneEngine('The district of a postcode, while it is typed', (engine) => {
  const open = async (env: Record<string, string>) => {
    const world = await freshWorld(engine, { env })
    const asked: string[] = []
    const services = {
      ...world.services,
      districtOf: async (postcode: string) => {
        asked.push(postcode)
        return 'Tower Hamlets'
      },
    }
    return { ...world, services, asked }
  }
  const lookupEnv = { POSTCODE_LOOKUP_URL: 'http://127.0.0.1:9' }

  test('is asked 20 times a minute for one client, for another one again, and for the first again after a minute', async () => {
    const { services, asked, clock } = await open(lookupEnv)
    const answers = []
    for (let each = 0; each < 25; each++) answers.push(await districtWhileTyping(services, 'a', 'e1 1fr'))
    expect(answers).toEqual([...Array(20).fill('Tower Hamlets'), ...Array(5).fill(undefined)])
    expect(await districtWhileTyping(services, 'b', 'E1 1FR')).toBe('Tower Hamlets')
    clock.advance(minutes(1) + 1)
    expect(await districtWhileTyping(services, 'a', 'E1 1FR')).toBe('Tower Hamlets')
    expect(asked).toEqual(Array(22).fill('E1 1FR'))
  })

  test('is asked neither for half a postcode nor where none is configured, and takes no turn for it', async () => {
    const { services, asked } = await open(lookupEnv)
    for (const typed of ['', 'E1', 'E1 1', 'nonsense', undefined, 7])
      expect(await districtWhileTyping(services, 'a', typed)).toBeUndefined()
    const without = await open({})
    expect(await districtWhileTyping(without.services, 'a', 'E1 1FR')).toBeUndefined()
    expect([...asked, ...without.asked]).toEqual([])
    for (const { db } of [services, without.services]) expect(await db.selectFrom('rateLimits').selectAll().execute()).toEqual([])
  })
})
