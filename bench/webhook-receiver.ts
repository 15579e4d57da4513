import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'

export interface Delivery {
  webhookId: string
}

/** A webhook target on this machine: checks every signature and keeps every delivery by the booking's reference. */
export async function receiveWebhooks(secret: string) {
  const webhook = new Webhook(secret)
  const deliveries = new Map<string, Delivery[]>()
  let bad = 0
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => '')
    const webhookId = String(request.headers['webhook-id'])
    try {
      webhook.verify(body, request.headers as Record<string, string>)
      const { reference } = JSON.parse(body).data
      deliveries.set(reference, [...(deliveries.get(reference) ?? []), { webhookId }])
    } catch {
      // A body cut off by a kill has no valid signature; nobody acknowledges it, so it comes again.
      if (request.complete) bad++
      response.statusCode = 400
    }
    // Some time between delivery and answer, so that kills fall between them too.
    await delay(Math.random() * 20)
    response.end()
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', () => listening.resolve())
  await listening.promise
  const closed = Promise.withResolvers<void>()
  return {
    port: (server.address() as AddressInfo).port,
    deliveries,
    badSignatures: () => bad,
    close() {
      server.close(() => closed.resolve())
      server.closeAllConnections()
      return closed.promise
    },
  }
}
