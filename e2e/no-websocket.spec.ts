import { createServer, request as ask, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { createSession } from './support/api.ts'
import { expect, test } from './support/test.ts'

// A proxy that forwards everything but WebSockets.
test.beforeEach(({ problems }) => problems.allow(/WebSocket/))

async function proxyTo(url: string, onUpgrade: 'refused' | 'never answered'): Promise<{ url: string; server: Server }> {
  const { hostname, port } = new URL(url)
  const server = createServer((request, response) => {
    const passed = ask({ hostname, port, path: request.url, method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  })
  server.on('upgrade', (_request, socket) => {
    socket.on('error', () => undefined)
    if (onUpgrade === 'refused') socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

for (const onUpgrade of ['refused', 'never answered'] as const) {
  test(
    `where a WebSocket is ${onUpgrade} the page is live by polling`,
    onUpgrade === 'refused' ? {} : { tag: '@full' },
    async ({ page, portal }) => {
      const { url, server } = await proxyTo(portal.url, onUpgrade)
      try {
        const token = await createSession(portal, portal.root)
        await page.addInitScript((value) => localStorage.setItem('token', value), token)
        await page.goto(`${url}/user/home`)
        await expect(page.getByRole('main').getByText('Live', { exact: true })).toBeVisible({ timeout: 60_000 })
        const polled = await page.evaluate(() =>
          performance.getEntriesByType('resource').some(({ name }) => name.includes('transport=polling')),
        )
        expect(polled).toBe(true)
      } finally {
        await page.close()
        server.closeAllConnections()
        server.close()
      }
    },
  )
}

test('with WebSockets nothing is polled, and the connection that the page opened itself is the one in use', async ({
  page,
  as,
  portal,
}) => {
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await as(portal.root)
  await page.goto('/user/home')
  await expect(page.getByRole('main').getByText('Live', { exact: true })).toBeVisible()
  const polled = await page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/realtime')))
  expect(polled).toEqual([])
  expect(sockets).toHaveLength(1)
})
