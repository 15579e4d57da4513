import { createServer as createHttpServer } from 'node:http'
import { createServer as createViteServer } from 'vite'
import { log, root } from './run.mjs'

const port = Number(process.env.PORT) || 3000
const server = createHttpServer()
const vite = await createViteServer({
  root,
  appType: 'custom',
  // The page's live updates use the same port as the site.
  server: { middlewareMode: true, hmr: { server } },
})

let loaded = { factory: undefined, listener: undefined }

/** The application's request listener, made again after its modules changed. */
async function applicationListener() {
  const { default: factory } = await vite.ssrLoadModule('/server/dev.ts')
  if (factory !== loaded.factory) loaded = { factory, listener: replaceListener(loaded.listener, factory) }
  return loaded.listener
}

/** Closes the present listener, which holds the data and the database, then makes the next one. */
async function replaceListener(previous, factory) {
  try {
    const used = await previous?.catch(() => undefined)
    await used?.close?.()
    return await factory({ hmr: true })
  } catch (error) {
    // The next request tries again: the reason may lie outside of the modules.
    loaded = { factory: undefined, listener: undefined }
    throw error
  }
}

/** Handles a request that Vite has no file for. */
async function answer(request, response) {
  try {
    const listener = await applicationListener()
    await listener(request, response)
  } catch (error) {
    showError(error, response)
  }
}

/** Shows an error with its stack on the terminal. */
function reportError(error) {
  if (error instanceof Error) vite.ssrFixStacktrace(error)
  const text = String(error?.stack ?? error)
  process.stderr.write(`${text}\n`)
  return text
}

/** Shows an error with its stack, on the terminal and in the browser. */
function showError(error, response) {
  const text = reportError(error)
  if (response.headersSent) return response.end()
  response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(text)
}

/** Stops accepting requests and ends. */
async function stop() {
  server.close()
  server.closeAllConnections()
  const used = await loaded.listener?.catch(() => undefined)
  await used?.close?.()
  await vite.close()
  process.exit(0)
}

server.on('request', (request, response) => {
  vite.middlewares(request, response, (error) => (error ? showError(error, response) : answer(request, response)))
})
server.on('error', (error) => {
  process.stderr.write(`${error.code === 'EADDRINUSE' ? `Port ${port} is already in use.` : error.stack}\n`)
  process.exit(1)
})
server.listen(port, () => {
  log(`Development server on http://localhost:${port}/`)
  applicationListener().catch(reportError)
})
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
