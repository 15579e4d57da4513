import type { Server, ServerResponse } from 'node:http'

/**
 * Makes a server tell clients that wait for it (`Expect: 100-continue`) to continue. Node does so by itself, but while the previous
 * response on the connection is still being sent, Node writes `100 Continue` between header and body of an immediate response: the client,
 * or a proxy that shares the connection, would take the rest of one response for the beginning of the next.
 */
export function tellToContinue(server: Server): void {
  server.on('checkContinue', (request, response: ServerResponse) => {
    const tell = () => {
      if (!response.headersSent) response.writeContinue()
    }
    if (response.socket) tell()
    else response.once('socket', tell)
    server.emit('request', request, response)
  })
}
