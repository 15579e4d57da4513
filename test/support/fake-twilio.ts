import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** The stand-in's answer to the next text or call. */
export type Mood =
  | 'accept'
  /** It accepts the text, and the connection breaks before the answer; or it answers with a server error. */
  | 'accept and hang up'
  | 'accept and fail'
  /** It accepts the text, or nothing, and never answers. */
  | 'accept and stall'
  | 'stall'
  /** It accepts nothing. */
  | 'hang up'
  | 'fail'
  | 'too many'
  | { refuse: number }

/** A text that the stand-in accepted. */
interface AcceptedText {
  sid: string
  to: string
  from: string
  body: string
  /** The template that made its body. */
  contentSid?: string
  receiptUrl: string
  /** In ms since 1970. */
  at: number
}

/** A call that the stand-in placed. */
interface PlacedCall {
  sid: string
  to: string
  url: string
  stateUrl: string
  at: number
}

/** A stand-in for Twilio's messages and calls on this machine, over real HTTP. It is closed when the test ends. */
export async function openTwilio() {
  const accepted: AcceptedText[] = []
  const placed: PlacedCall[] = []
  const cancelled: PlacedCall[] = []
  const moods: Mood[] = []
  const mood = { usual: (): Mood => 'accept' }
  let asked = 0
  let looked = 0
  const account = { sid: `AC${'0'.repeat(32)}`, token: 'token-of-the-stand-in' }
  const authorization = `Basic ${Buffer.from(`${account.sid}:${account.token}`).toString('base64')}`
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const url = new URL(request.url ?? '', 'http://twilio')
    const answer = (status: number, body: object, headers = {}) => response.writeHead(status, headers).end(JSON.stringify(body))
    if (request.headers.authorization !== authorization) return answer(401, { code: 20003, message: 'Authenticate' })
    const ringing = placed.find(({ sid }) => url.pathname === `/2010-04-01/Accounts/${account.sid}/Calls/${sid}.json`)
    if (ringing && moods.shift() === 'fail') return answer(500, { code: 20500, message: 'Internal' })
    if (ringing && Buffer.concat(chunks).toString() === 'Status=canceled') {
      cancelled.push(ringing)
      return answer(200, { sid: ringing.sid, status: 'canceled' })
    }
    const isCall = url.pathname === `/2010-04-01/Accounts/${account.sid}/Calls.json`
    if (!isCall && url.pathname !== `/2010-04-01/Accounts/${account.sid}/Messages.json`)
      return answer(404, { code: 20404, message: 'Not found' })
    const now = moods.shift() ?? mood.usual()
    if (request.method === 'GET') {
      looked += 1
      if (now === 'fail') return answer(500, { code: 20500, message: 'Internal' })
      if (now === 'stall') return undefined
      // The newest first, a page of at most 1,000.
      const size = Math.min(1_000, Number(url.searchParams.get('PageSize') ?? 50))
      const listed = accepted.filter(({ to }) => to === url.searchParams.get('To')).toReversed()
      const messages = listed
        .slice(0, size)
        .map(({ sid, body, at }) => ({ sid, body, status: 'sent', date_created: new Date(at).toUTCString() }))
      return answer(200, { messages })
    }
    asked += 1
    const fields = new URLSearchParams(Buffer.concat(chunks).toString())
    if (typeof now === 'object') return answer(400, { code: now.refuse, message: 'Refused', status: 400 })
    if (now === 'too many') return answer(429, { code: 20429, message: 'Too many requests' }, { 'retry-after': '7' })
    if (now === 'fail') return answer(500, { code: 20500, message: 'Internal' })
    if (now === 'hang up') return request.socket.destroy()
    if (now === 'stall') return undefined
    const sid = `${isCall ? 'CA' : 'SM'}${String(accepted.length + placed.length + 1).padStart(32, '0')}`
    const [to = '', from = '', written = '', askUrl = '', stateUrl = ''] = ['To', 'From', 'Body', 'Url', 'StatusCallback'].map(
      (name) => fields.get(name) ?? '',
    )
    const contentSid = fields.get('ContentSid') ?? undefined
    const values = Object.values(JSON.parse(fields.get('ContentVariables') ?? '{}') as Record<string, string>)
    const body = contentSid ? `News of your visit. ${values.join(' See more: ')} Thank you.` : written
    const at = clock.now()
    if (isCall) placed.push({ sid, to, url: askUrl, stateUrl, at })
    else accepted.push({ sid, to, from, body, contentSid, receiptUrl: stateUrl, at })
    if (now === 'accept and hang up') return request.socket.destroy()
    if (now === 'accept and stall') return undefined
    if (now === 'accept and fail') return answer(503, { code: 20503, message: 'Unavailable' })
    return answer(201, { sid, status: 'queued' })
  })
  const clock = { now: () => Date.now() }
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  /** From then on connections to it are refused. */
  const refuse = () => {
    server.closeAllConnections()
    server.close()
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  onTestFinished(refuse)
  return {
    env: {
      TWILIO_ACCOUNT_SID: account.sid,
      TWILIO_AUTH_TOKEN: account.token,
      TWILIO_API_URL: `http://127.0.0.1:${port}`,
      TEXT_FROM: '+442079460000',
    },
    account,
    /** Its signature of a form for an address. */
    sign: (url: string, fields: Record<string, string>, token = account.token) =>
      createHmac('sha1', token)
        .update(
          url +
            Object.keys(fields)
              .toSorted()
              .map((name) => name + fields[name])
              .join(''),
        )
        .digest('base64'),
    accepted,
    placed,
    /** The calls that were stopped while they rang. */
    cancelled,
    /** Its answers to the next ones, in this order; after these, `mood.usual`. */
    moods,
    mood,
    refuse,
    listen: () => listen(port),
    /** The time that it writes on what it accepted. */
    clock,
    asked: () => asked,
    /** The number of requests for its list. */
    looked: () => looked,
  }
}
