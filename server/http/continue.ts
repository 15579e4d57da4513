import type { Server, ServerResponse } from 'node:http'

/**
 * Has a server tell clients that wait for it (`Expect: 100-continue`) to go on. Node does so by itself, but while the answer before it
 * on the connection is still going out, Node writes `100 Continue` between header and body of an answer that is given at once: the client, or
 * a proxy that shares the connection, would take the rest of one answer for the beginning of the next.
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
