import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hours } from '#app/values/clock.ts'
import { TestClock } from '#test/support/world.ts'
import { createLog } from './log.ts'
import { createDistrictLookup } from './postcode-lookup.ts'

describe('the postcode look-up', () => {
  let server: Server
  let asked: string[]
  let answer: { status: number; body: string; location?: string } | 'nothing'
  const clock = new TestClock('2026-11-20T10:20:00.000Z')
  const lookup = () => createDistrictLookup(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, clock, createLog('silent'))

  beforeEach(async () => {
    asked = []
    server = createServer((request, response) => {
      asked.push(request.url ?? '')
      if (answer !== 'nothing') response.writeHead(answer.status, answer.location ? { location: answer.location } : {}).end(answer.body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  it('answers the district, and asks again only after a day', async () => {
    answer = { status: 200, body: '{"status":200,"result":{"postcode":"E1 1FR","admin_district":"Tower Hamlets"}}' }
    const districtOf = lookup()
    expect(await districtOf('E1 1FR')).toBe('Tower Hamlets')
    expect(await districtOf('E1 1FR')).toBe('Tower Hamlets')
    expect(asked).toEqual(['/postcodes/E1%201FR'])
    clock.advance(hours(25))
    expect(await districtOf('E1 1FR')).toBe('Tower Hamlets')
    expect(asked).toHaveLength(2)
  })

  it.each([
    ['does not know the postcode', { status: 404, body: '{"status":404,"error":"Postcode not found"}' }],
    ['fails', { status: 500, body: 'oops' }],
    ['answers something else', { status: 200, body: '<html>' }],
    ['never answers', 'nothing' as const],
  ])('leaves it to the table when the service %s', async (_case, given) => {
    answer = given
    expect(await lookup()('E1 1FR')).toBeUndefined()
  })

  it('follows no redirect: the service leads to no other address', async () => {
    answer = { status: 302, body: '', location: '/elsewhere' }
    expect(await lookup()('E1 1FR')).toBeUndefined()
    expect(asked).toEqual(['/postcodes/E1%201FR'])
  })

  it('asks no one when no service is configured', async () => {
    expect(await createDistrictLookup(undefined, clock, createLog('silent'))('E1 1FR')).toBeUndefined()
    expect(asked).toEqual([])
  })
})
