import { AuthClient, type GoTrueClient } from '@supabase/auth-js'
import { expect } from 'vitest'
import type { FactorRow } from '#app/features/accounts/account-rows.ts'
import { newFactorRow } from '#app/features/accounts/enrol-factor.server.ts'
import type { Engine } from '#app/platform/database.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import { createSigningKeys } from '#app/platform/signing-keys.ts'
import { newId } from '#app/values/ids.ts'
import { jobHandlers } from '#server/jobs.ts'
import { serveApp } from './app.ts'
import { freshWorld, openPeers } from './fresh.ts'
import { racing, type World } from './world.ts'

/** An email in the local mailbox, with the link to click or the code to type. */
export interface Letter {
  to: string
  subject: string
  text: string
  /** The query of the link to /auth/verify. */
  token?: string
  type?: string
  redirectTo?: string
  code?: string
}

type Options = NonNullable<ConstructorParameters<typeof AuthClient>[0]>

/** Instances of the auth service on real sockets, over one database, with the clients and the mailbox of tests. */
export interface AuthWorld {
  world: World
  /** One for each instance, e.g. `http://127.0.0.1:40123/auth/v1`. */
  urls: string[]
  /** The unmodified client with its own storage. `instance`: the instance it calls. */
  client(options?: Options & { instance?: number }): GoTrueClient
  /** Runs the waiting jobs, and returns every email so far, oldest first. */
  letters(): Promise<Letter[]>
  /** The newest email to an address. Fails if there is none. */
  letterTo(email: string, subject?: RegExp): Promise<Letter>
  /** Sends a request to the first instance (or another) without a client. */
  ask(
    path: string,
    init?: RequestInit & { json?: unknown; bearer?: string; instance?: number },
  ): Promise<{ status: number; json: Record<string, unknown>; headers: Headers }>
}

interface AuthWorldOptions {
  env?: Record<string, string>
  instances?: number
  now?: string
  isAlone?: boolean
}

/** A fresh world with limits out of reach, unless `env` lowers them. Its clock starts at the system's time, which clients use. */
export async function openAuth(
  engine: Engine,
  { env = {}, instances = 1, now = new Date().toISOString(), isAlone = false }: AuthWorldOptions = {},
): Promise<AuthWorld> {
  const world = await freshWorld(instances > 1 ? racing(engine) : engine, { now, isAlone, env: { RATE_LIMIT_SCALE: '1000', ...env } })
  const peers: Services[] = instances === 1 ? [world.services] : openPeers(world, instances)
  const hosts = await Promise.all(peers.map((services) => serveApp({ ...services, signingKeys: createSigningKeys(services) })))
  const urls = hosts.map((host) => `${host}/auth/v1`)
  return {
    world,
    urls,
    client: ({ instance = 0, ...options } = {}) =>
      new AuthClient({
        url: urls[instance],
        autoRefreshToken: false,
        persistSession: true,
        storage: memory(),
        storageKey: newId(),
        ...options,
      }),
    letters: () => readLetters(world.services),
    async letterTo(email, subject = /./) {
      const letter = (await readLetters(world.services)).findLast((each) => each.to === email && subject.test(each.subject))
      if (!letter) expect.fail(`No letter to ${email} with the subject ${subject}`)
      return letter
    },
    async ask(path, { json, bearer, instance = 0, ...init } = {}) {
      const response = await fetch(`${urls[instance]}${path}`, {
        redirect: 'manual',
        ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
        ...init,
        headers: {
          'content-type': 'application/json',
          'x-supabase-api-version': '2024-01-01',
          ...(bearer && { authorization: `Bearer ${bearer}` }),
          ...(init.headers as Record<string, string>),
        },
      })
      const text = await response.text()
      return { status: response.status, json: text.startsWith('{') ? JSON.parse(text) : {}, headers: response.headers }
    },
  }
}

async function readLetters(services: Services): Promise<Letter[]> {
  await runDueJobs(services, jobHandlers)
  const rows = await services.db.selectFrom('localMail').selectAll().orderBy('at').orderBy('id').execute()
  return rows.map(({ recipient, subject, message }) => letterOf(recipient, subject, (JSON.parse(message) as { text: string }).text))
}

function letterOf(to: string, subject: string, text: string): Letter {
  const link = /https?:\S+\/auth\/verify\?\S+/.exec(text)?.[0]
  const query = link ? new URL(link).searchParams : undefined
  return {
    to,
    subject,
    text,
    token: query?.get('token') ?? undefined,
    type: query?.get('type') ?? undefined,
    redirectTo: query?.get('redirect_to') ?? undefined,
    code: /\b\d{6}\b/.exec(text)?.[0],
  }
}

/** Storage like a browser's, which tabs of one test may share. */
export function memory() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

/** A new, unique person. */
export const newPerson = () => ({ email: `person-${newId()}@example.com`, password: `correct horse ${newId()}`, name: 'Priya Raman' })

/** Signs a person up, confirms the email, and returns the client, signed in. */
export async function signedUp(auth: AuthWorld, person = newPerson(), options: Parameters<AuthWorld['client']>[0] = {}) {
  const client = auth.client(options)
  const { error } = await client.signUp({ email: person.email, password: person.password, options: { data: { full_name: person.name } } })
  expect(error).toBeNull()
  const { token } = await auth.letterTo(person.email, /Confirm/)
  const verified = await client.verifyOtp({ token_hash: token ?? '', type: 'signup' })
  expect(verified.error).toBeNull()
  return { client, person, session: verified.data.session as NonNullable<typeof verified.data.session> }
}

/** An auth service with a person who is signed in. */
export async function openMember(engine: Engine, options?: AuthWorldOptions) {
  const auth = await openAuth(engine, options)
  return { auth, ...(await signedUp(auth)) }
}

/** The actions that the audit log has of a subject, oldest first. */
export const actionsOf = async ({ world: { services } }: AuthWorld, subject: string): Promise<string[]> => {
  const entries = await services.db.selectFrom('auditLog').select('action').where('subject', '=', subject).orderBy('id').execute()
  return entries.map(({ action }) => action)
}

/** Gives a user a second step that counts, as enrolment would. */
export async function addFactor({ world: { services } }: AuthWorld, userId: string, changes: Partial<FactorRow> = {}): Promise<string> {
  const row = { ...newFactorRow(services, userId), kind: 'totp' as const, status: 'verified' as const, ...changes }
  await services.db.insertInto('authFactors').values(row).execute()
  return row.id
}
