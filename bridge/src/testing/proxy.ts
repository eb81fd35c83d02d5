import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy between game server and portal that refuses WebSocket upgrades. */
export async function startPlainProxy(target: string) {
  const { hostname, port } = new URL(target)
  const seen = { refused: 0, passed: 0 }
  const server = createServer((incoming, answer) => {
    seen.passed += 1
    const { method, url, headers } = incoming
    const passed = request({ hostname, port, method, path: url, headers }, (from) => {
      answer.writeHead(from.statusCode ?? 502, from.headers)
      from.pipe(answer)
    })
    passed.on('error', () => answer.writeHead(502).end())
    incoming.pipe(passed)
  })
  server.on('upgrade', (_request, socket) => {
    seen.refused += 1
    socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
