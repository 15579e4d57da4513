import { readConfig } from '#app/platform/config.ts'
import { devLink } from '#app/platform/dev-tools.ts'
import { accountsToEnter } from './accounts-to-enter.ts'
import { boot } from './boot.ts'

/** The request listener of `npm run dev`: the same app, its pages and assets from Vite. Closed before the next one is made. */
export default async function devListener() {
  const instance = await boot(readConfig(process.env))
  const dev = devLink(instance.services)
  console.log([...(await accountsToEnter(instance.services)), ...(dev ? [`  Developer   ${dev}`] : [])].join('\n'))
  return Object.assign(instance.listener, { close: () => instance.stop() })
}
