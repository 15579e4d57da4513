import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import type { Engine } from '#app/platform/database.ts'
import type { Services } from '#app/platform/services.ts'
import { newToken } from '#app/values/ids.ts'
import { createApp } from '#server/app.ts'
import { freshWorld } from './fresh.ts'
import { listenHere } from './listen.ts'
import { bookingBody, type World } from './world.ts'

export interface TestApp {
  world: World
  app: ReturnType<typeof createApp>
  /** Posts to submit-booking: a string as is, anything else as JSON. */
  submit(body: unknown, headers?: Record<string, string>, from?: string): Promise<Response>
}

/** Every HTTP endpoint; pages are stubs with the text 'page'. */
export const appOf = (services: Services, parts: Partial<Parameters<typeof createApp>[0]> = {}): TestApp['app'] =>
  createApp({
    services,
    health: async () => ({ status: 'ok', database: 'ok', jobs: 'ok' }),
    pages: async () => new Response('page', { headers: { 'content-type': 'text/html' } }),
    ...parts,
  })

/** Serves every endpoint on a real socket, until the test ends. Returns its URL. */
export const serveApp = (services: Services): Promise<string> => listenHere(createAdaptorServer({ fetch: appOf(services).fetch }) as Server)

/** Every endpoint in a fresh world. */
export async function openApp(engine: Engine, options: Parameters<typeof freshWorld>[1] = {}): Promise<TestApp> {
  const world = await freshWorld(engine, options)
  const app = appOf(world.services)
  const submit = async (body: unknown, headers: Record<string, string> = {}, from = '127.0.0.1') =>
    app.request(
      '/functions/v1/submit-booking',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': newToken(), ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body ?? bookingBody()),
      },
      { incoming: { socket: { remoteAddress: from } } },
    )
  return { world, app, submit }
}

/** A response's JSON and text. Checks that it is short and reveals nothing about the code. */
export async function readAnswer(response: Response): Promise<{ status: number; json: Answer; text: string }> {
  const text = await response.text()
  return { status: response.status, json: text === '' ? {} : JSON.parse(text), text }
}

interface Answer {
  reference?: string
  status?: string
  trackingUrl?: string
  estimatedPricePence?: number
  csrfToken?: string
  error?: { code: string; title?: string; message: string; fields?: Record<string, string>; errorId?: string; alternative?: string }
}
