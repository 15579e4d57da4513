import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Stands in for Ideal Postcodes at one postcode. Returns the setting that a site reaches it by. */
export async function openAddressService(addresses: Record<string, string[]>) {
  const server = createServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://stand-in')
    const known = addresses[decodeURIComponent(pathname.split('/').at(-1) ?? '')]
    if (!known || searchParams.get('api_key') !== 'ak_test') return response.writeHead(404).end('{"code":4040}')
    const result = known.map((line_1) => ({ line_1, line_2: '', line_3: '', post_town: 'LONDON' }))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ result, code: 2000, message: 'Success' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/postcodes?api_key=ak_test`
}
