import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hours, seconds } from '#app/values/clock.ts'
import { TestClock } from '#test/support/world.ts'
import { createLog } from './log.ts'
import { createAddressLookup, createDistrictLookup } from './lookup.ts'

describe('the look-ups of a postcode', () => {
  let server: Server
  let asked: string[]
  let answer: { status: number; body: string; location?: string } | 'nothing'
  const clock = new TestClock('2026-11-20T10:20:00.000Z')
  const log = createLog('silent')
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const district = () => createDistrictLookup(url(), clock, log)
  const addresses = () => createAddressLookup(`${url()}/v1/postcodes?api_key=ak_1`, clock, log)

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

  it('give the district and the addresses, and ask again only after a day', async () => {
    const result = { postcode: 'E1 1FR', admin_district: 'Tower Hamlets' }
    answer = { status: 200, body: JSON.stringify({ status: 200, result }) }
    const districtOf = district()
    expect(await districtOf('E1 1FR')).toBe('Tower Hamlets')
    expect(await districtOf('E1 1FR')).toBe('Tower Hamlets')
    expect(asked).toEqual(['/postcodes/E1%201FR'])
    clock.advance(hours(25))
    expect(await districtOf('E1 1FR')).toBe('Tower Hamlets')
    expect(asked).toHaveLength(2)
    answer = {
      status: 200,
      body: JSON.stringify({ result: [{ line_1: 'Flat 3', line_2: '12 Cable Street', line_3: '', post_town: 'LONDON' }], code: 2000 }),
    }
    expect(await addresses()('E1 1FR')).toEqual(['Flat 3, 12 Cable Street'])
    expect(asked.at(-1)).toBe('/v1/postcodes/E1%201FR?api_key=ak_1')
  })

  it.each([
    ['does not know the postcode', { status: 404, body: '{"status":404,"error":"Postcode not found"}' }],
    ['fails', { status: 500, body: 'oops' }],
    ['answers something else', { status: 200, body: '<html>' }],
    ['answers without end', { status: 200, body: `{"result":[{"line_1":"${'a'.repeat(600_000)}"}]}` }],
    ['leads to another address', { status: 302, body: '', location: '/elsewhere' }],
    ['never answers', 'nothing' as const],
  ])('leave it to the table, and to what people type, when the service %s', async (_case, given) => {
    answer = given
    const [districtOf, addressesOf] = [district(), addresses()]
    expect(await Promise.all([districtOf('E1 1FR'), addressesOf('E1 1FR')])).toEqual([undefined, undefined])
    expect(asked).toHaveLength(2)
    // A service that fails is left alone for half a minute.
    await districtOf('E1 1FS')
    const isKnown = typeof given === 'object' && given.status === 404
    expect(asked).toHaveLength(isKnown ? 3 : 2)
    clock.advance(seconds(31))
    await districtOf('E1 1FT')
    expect(asked).toHaveLength(isKnown ? 4 : 3)
  })

  it('take from a hostile answer texts alone, of bounded number and length', async () => {
    const road = { line_1: '2 High Street' }
    const odd = ['text', null, 7, {}, { line_1: { evil: 1 } }, { line_1: 'z'.repeat(5_000) }]
    const entries = [
      { line_1: ' Ｆｌａｔ\u202e ４ ', line_2: '<b>1 High St</b>\u0000', line_3: null },
      { ...road, line_2: 'x'.repeat(190), line_3: 'y'.repeat(190) },
      ...[...odd, road, road],
      ...Array.from({ length: 500 }, (_, at) => ({ line_1: `${at} Long Lane` })),
    ]
    answer = { status: 200, body: JSON.stringify({ result: entries }) }
    const found = (await addresses()('E1 1FR')) ?? []
    expect(found[0]).toBe('Flat 4, ‹b›1 High St‹/b›')
    expect(found[1]).toHaveLength(200)
    expect(found.slice(2, 4)).toEqual(['2 High Street', '0 Long Lane'])
    expect(found.length).toBeLessThanOrEqual(100)
  })

  it('ask no one when no service is configured', async () => {
    expect(await createDistrictLookup(undefined, clock, log)('E1 1FR')).toBeUndefined()
    expect(await createAddressLookup(undefined, clock, log)('E1 1FR')).toBeUndefined()
    expect(asked).toEqual([])
  })
})
