import { Hono } from 'hono'
import { describe, expect, it, test } from 'vitest'
import { Refusal } from '#app/platform/errors.ts'
import { readJsonObject } from './json.ts'

const app = new Hono().post('/', async (c) => c.json(await readJsonObject(c)))
app.onError((error) => {
  if (!(error instanceof Refusal)) throw error
  return Response.json({ code: error.code, message: error.message }, { status: error.status })
})

async function post(body: string, type: string | undefined = 'application/json') {
  const headers = new Headers()
  if (type !== undefined) headers.set('Content-Type', type)
  const response = await app.request('/', { method: 'POST', headers, body: new TextEncoder().encode(body) })
  return { status: response.status, body: await response.json() }
}

const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`

describe('a JSON body', () => {
  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])('is read as %s', async (type) => {
    expect(await post('{"name":"Siân","list":[1,"2",null]}', type)).toEqual({ status: 200, body: { name: 'Siân', list: [1, '2', null] } })
  })

  // Types that a form on another site can send without a preflight request are not JSON.
  test.each(['', 'text/plain', 'application/jsonp', 'text/json', 'text/plain; application/json'])('is not read as %j', async (type) => {
    expect(await post('{}', type)).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
  })

  it('that is no object is refused', async () => {
    for (const body of ['', ' ', '{', '{"a":1}}', "{'a':1}", '{a:1}', '{"a":NaN}', 'null', '1', '"text"', '[]', '[{}]', '}{', '"\\'])
      expect(await post(body), body).toMatchObject({ status: 400, body: { code: 'invalid_json' } })
  })

  it.each([
    ['objects', nested(8), nested(9)],
    ['lists', `{"a":${'['.repeat(7)}${']'.repeat(7)}}`, `{"a":${'['.repeat(8)}${']'.repeat(8)}}`],
    ['both', '{"a":[{"a":[{"a":[{"a":[]}]}]}]}', '{"a":[{"a":[{"a":[{"a":[{}]}]}]}]}'],
  ])('may be 8 levels deep, not 9: %s', async (_, deep, tooDeep) => {
    expect((await post(deep)).status).toBe(200)
    expect(await post(tooDeep)).toMatchObject({ status: 400, body: { code: 'invalid_json', message: expect.stringContaining('8 levels') } })
  })

  it('may be wide, and have brackets in its texts and names', async () => {
    const text = `${'{['.repeat(50)}\\"{[\\\\`
    const body = { [text]: text, 'a"[': '"[', list: Array.from({ length: 1_000 }, () => [{}]) }
    expect(await post(JSON.stringify(body))).toEqual({ status: 200, body })
  })

  it('cannot hide its depth behind a text, a backslash or closing brackets', async () => {
    for (const start of ['{"a\\\\":', '{"a\\"":', `{"]]]]]]":`, '{"a":"}}}}","b":'])
      expect(await post(`${start}${nested(8)}}`)).toMatchObject({ status: 400, body: { message: expect.stringContaining('8 levels') } })
    expect((await post(`${']'.repeat(20)}${nested(20)}`)).status).toBe(400)
  })

  it.each(['[', '{"a":', '[[]', '"', '{"a":"\\'])('of a hundred thousand %s is refused, and nothing falls over', async (part) => {
    expect((await post(part.repeat(100_000))).status).toBe(400)
    expect((await post(`{"a":${part.repeat(100_000)}`)).status).toBe(400)
  })

  it('that names a prototype gives a field of that name, and changes nothing else', async () => {
    const c = new Hono().post('/', async (context) => {
      const body = await readJsonObject(context)
      return context.json([Object.getPrototypeOf(body) === Object.prototype, Object.hasOwn(body, '__proto__'), 'polluted' in {}])
    })
    const headers = { 'Content-Type': 'application/json' }
    const response = await c.request('/', {
      method: 'POST',
      headers,
      body: '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    })
    expect(await response.json()).toEqual([true, true, false])
  })
})
