import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { importJWK, type JWTPayload, jwtVerify } from 'jose'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { bodyOf, listenHere } from './listen.ts'

/* A stand-in for a push service and the browsers on it, over real HTTP. */

interface Push {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A browser's subscription, as it sends it, and the alerts that reached it, decrypted. */
interface PushBrowser {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  /** The alerts, the oldest first. Throws if one wasn't encrypted for this browser. */
  alerts(): { title: string; body: string; path: string; about: string }[]
  pushes(): Push[]
}

export interface PushService {
  url: string
  /** The status of its answers: 201 by default. */
  answer: number
  browser(): PushBrowser
}

/** Opens a push service. It is closed when the test ends. */
export async function openPushService(): Promise<PushService> {
  const received: Push[] = []
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    if (service.answer === 201) received.push({ path: request.url ?? '', headers: request.headers, body })
    response.writeHead(service.answer).end()
  })
  const url = await listenHere(server)
  const service: PushService = {
    url,
    answer: 201,
    browser() {
      const own = createECDH('prime256v1')
      const [publicKey, auth, path] = [own.generateKeys(), randomBytes(16), `/${randomBytes(12).toString('base64url')}`]
      const pushes = () => received.filter((push) => push.path === path)
      return {
        subscription: {
          endpoint: `${url}${path}`,
          keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
        },
        pushes,
        alerts: () => pushes().map(({ body }) => JSON.parse(decrypted(body))),
      }

      /** The one record of a body in aes128gcm (RFC 8188), under the keys of RFC 8291. */
      function decrypted(body: Buffer): string {
        const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 21 + body.readUInt8(20))]
        const derive = (key: Buffer, from: Buffer, info: Buffer | string, length: number) =>
          Buffer.from(hkdfSync('sha256', key, from, info, length))
        const shared = own.computeSecret(sender)
        const key = derive(shared, auth, Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]), 32)
        const nonce = derive(key, salt, 'Content-Encoding: nonce\0', 12)
        const open = createDecipheriv('aes-128-gcm', derive(key, salt, 'Content-Encoding: aes128gcm\0', 16), nonce)
        const record = body.subarray(21 + sender.length)
        open.setAuthTag(record.subarray(-16))
        const padded = Buffer.concat([open.update(record.subarray(0, -16)), open.final()])
        const end = padded.lastIndexOf(2)
        if (!padded.subarray(end + 1).every((byte) => byte === 0)) throw new Error('not the last record')
        return padded.subarray(0, end).toString()
      }
    },
  }
  return service
}

/** Switches on alerts for an account in a browser. */
export async function switchOnAlerts({ db, clock }: Pick<Services, 'db' | 'clock'>, userId: string, { subscription }: PushBrowser) {
  const { endpoint, keys } = subscription
  const row = { id: newId(), userId, endpoint, ...keys, device: 'Chrome on Android', createdAt: toInstant(clock.now()) }
  await db.insertInto('pushSubscriptions').values(row).execute()
}

/** Returns the claims of a push's VAPID token (RFC 8292). Throws unless the site's key signed it for this push service. */
export async function vapidOf({ headers }: Push, { siteKey, audience }: { siteKey: string; audience: string }): Promise<JWTPayload> {
  const [, token = '', key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? []
  if (key !== siteKey) throw new Error('another key than browsers subscribe with')
  const point = Buffer.from(siteKey, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  return (await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'), { audience, requiredClaims: ['exp'] }))
    .payload
}
