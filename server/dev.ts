import { getRequestListener } from '@hono/node-server'
import { readConfig } from '#app/platform/config.ts'
import { boot } from './boot.ts'

/** The request listener of `npm run dev`: the same app, its pages and assets from Vite. */
export default async function devListener() {
  const instance = await boot(readConfig(process.env))
  return getRequestListener(instance.app.fetch)
}
