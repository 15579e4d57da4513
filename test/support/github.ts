import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { newToken } from '#app/values/ids.ts'
import { bodyOf, listenHere, type WhenDone } from './listen.ts'

interface GithubPerson {
  id: number
  login: string
  name: string | null
  emails: { email: string; primary: boolean; verified: boolean }[]
}

/** The GitHub endpoints that sign-in uses, on this machine, with GitHub Enterprise's paths. */
export interface Github {
  url: string
  clientId: string
  clientSecret: string
  person: GithubPerson
  /** The query of each visit to the sign-in page. */
  asked: URLSearchParams[]
  /** Responses of paths in place of their normal ones. */
  instead: Record<string, { status: number; json: unknown } | 'silence'>
}

interface Pending {
  challenge: string
  redirectUri: string
  person: GithubPerson
}

export async function openGithub(whenDone: WhenDone = onTestFinished): Promise<Github> {
  const codes = new Map<string, Pending>()
  const tokens = new Map<string, GithubPerson>()
  const server = createServer((request, response) => void answer(request, response))
  const url = await listenHere(server, whenDone)
  const github: Github = {
    url,
    clientId: 'Iv1.plumbers',
    clientSecret: 'secret-of-the-plumbers',
    person: newGithubPerson(),
    asked: [],
    instead: {},
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', github.url)
    const instead = github.instead[url.pathname]
    if (instead === 'silence') return
    if (instead) return send(response, instead.status, instead.json)
    if (url.pathname === '/login/oauth/authorize') return authorize(url.searchParams, response)
    if (url.pathname === '/login/oauth/access_token') return token(await formOf(request), response)
    const person = tokens.get(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '')
    if (!person || !request.headers['user-agent']) return send(response, 401, { message: 'Requires authentication' })
    if (url.pathname === '/api/v3/user') return send(response, 200, { ...person, emails: undefined, email: null, avatar_url: null })
    if (url.pathname === '/api/v3/user/emails') return send(response, 200, person.emails)
    return send(response, 404, {})
  }

  function authorize(query: URLSearchParams, response: ServerResponse) {
    github.asked.push(query)
    const code = newToken()
    const redirectUri = query.get('redirect_uri') ?? ''
    codes.set(code, { challenge: query.get('code_challenge') ?? '', redirectUri, person: github.person })
    const back = new URL(redirectUri)
    back.search = new URLSearchParams({ code, state: query.get('state') ?? '' }).toString()
    response.writeHead(302, { location: back.href }).end()
  }

  // As GitHub does, a refusal is a 200 with an error in it.
  function token(form: URLSearchParams, response: ServerResponse) {
    const code = form.get('code') ?? ''
    const pending = codes.get(code)
    codes.delete(code)
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (form.get('client_id') !== github.clientId || form.get('client_secret') !== github.clientSecret)
      return send(response, 200, { error: 'incorrect_client_credentials' })
    if (!pending || pending.challenge !== verifier || pending.redirectUri !== form.get('redirect_uri'))
      return send(response, 200, { error: 'bad_verification_code' })
    const access_token = `gho_${newToken()}`
    tokens.set(access_token, pending.person)
    return send(response, 200, { access_token, token_type: 'bearer', scope: 'read:user,user:email' })
  }

  return github
}

const formOf = async (request: IncomingMessage) => new URLSearchParams((await bodyOf(request)).toString())

const send = (response: ServerResponse, status: number, json: unknown) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))

/** A new, unique person with a verified primary address. */
export function newGithubPerson(changes: Partial<GithubPerson> = {}): GithubPerson {
  const id = Math.floor(Math.random() * 1e9) + 1
  const emails = [
    { email: `other-${id}@example.com`, primary: false, verified: true },
    { email: `Person-${id}@Example.com`, primary: true, verified: true },
  ]
  return { id, login: `person-${id}`, name: null, emails, ...changes }
}
