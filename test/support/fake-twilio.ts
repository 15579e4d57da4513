import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** What the stand-in does with the next text or call. */
type Mood =
  | 'accept'
  /** It accepts the text, and the connection breaks before the answer; or it answers with a server error. */
  | 'accept and hang up'
  | 'accept and fail'
  /** It accepts nothing. */
  | 'hang up'
  | 'fail'
  | 'too many'
  | { refuse: number }

/** A text that the stand-in accepted. */
interface AcceptedText {
  sid: string
  to: string
  body: string
  receiptUrl: string
}

/** A call that the stand-in placed. */
interface PlacedCall {
  sid: string
  to: string
  url: string
  stateUrl: string
}

/** A stand-in for Twilio's messages and calls on this machine, over real HTTP. It is closed when the test ends. */
export async function openTwilio() {
  const accepted: AcceptedText[] = []
  const placed: PlacedCall[] = []
  const moods: Mood[] = []
  let asked = 0
  const account = { sid: `AC${'0'.repeat(32)}`, token: 'token-of-the-stand-in' }
  const authorization = `Basic ${Buffer.from(`${account.sid}:${account.token}`).toString('base64')}`
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const url = new URL(request.url ?? '', 'http://twilio')
    const answer = (status: number, body: object, headers = {}) => response.writeHead(status, headers).end(JSON.stringify(body))
    if (request.headers.authorization !== authorization) return answer(401, { code: 20003, message: 'Authenticate' })
    const isCall = url.pathname === `/2010-04-01/Accounts/${account.sid}/Calls.json`
    if (!isCall && url.pathname !== `/2010-04-01/Accounts/${account.sid}/Messages.json`)
      return answer(404, { code: 20404, message: 'Not found' })
    if (request.method === 'GET') {
      const listed = accepted.filter(({ to }) => to === url.searchParams.get('To'))
      const date_created = new Date(clock.now()).toUTCString()
      return answer(200, { messages: listed.map(({ sid, body }) => ({ sid, body, status: 'sent', date_created })) })
    }
    asked += 1
    const mood = moods.shift() ?? 'accept'
    const fields = new URLSearchParams(Buffer.concat(chunks).toString())
    if (typeof mood === 'object') return answer(400, { code: mood.refuse, message: 'Refused', status: 400 })
    if (mood === 'too many') return answer(429, { code: 20429, message: 'Too many requests' }, { 'retry-after': '7' })
    if (mood === 'fail') return answer(500, { code: 20500, message: 'Internal' })
    if (mood === 'hang up') return request.socket.destroy()
    const sid = `${isCall ? 'CA' : 'SM'}${String(accepted.length + placed.length + 1).padStart(32, '0')}`
    const [to = '', body = '', askUrl = '', stateUrl = ''] = ['To', 'Body', 'Url', 'StatusCallback'].map((name) => fields.get(name) ?? '')
    if (isCall) placed.push({ sid, to, url: askUrl, stateUrl })
    else accepted.push({ sid, to, body, receiptUrl: stateUrl })
    if (mood === 'accept and hang up') return request.socket.destroy()
    if (mood === 'accept and fail') return answer(503, { code: 20503, message: 'Unavailable' })
    return answer(201, { sid, status: 'queued' })
  })
  const clock = { now: () => Date.now() }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    env: {
      TWILIO_ACCOUNT_SID: account.sid,
      TWILIO_AUTH_TOKEN: account.token,
      TWILIO_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      TEXT_FROM: '+442079460000',
    },
    account,
    accepted,
    placed,
    moods,
    /** The time that it writes on what it accepted. */
    clock,
    asked: () => asked,
  }
}
