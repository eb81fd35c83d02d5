import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { createUser } from '../server/src/features/people/users/users.service.ts'
import { issueKey } from '../server/src/platform/auth/api-keys.ts'
import { ADMINS, PASSWORD } from './lib/map-clients.ts'
import { startBenchPortal } from './lib/portal.ts'

// `portal`: the real portal. `bare`: the baseline, plain Socket.IO that forwards everything unchanged to everyone.
const role = process.argv[2]
const started = role === 'portal' ? await startPortal() : await startBare()
process.on('message', () => process.send?.({ cpu: process.cpuUsage(), memory: process.memoryUsage.rss() }))
process.on('disconnect', () => void started.close().then(() => process.exit(0)))
process.send?.(started.info)

async function startPortal() {
  const portal = await startBenchPortal()
  const { db } = portal.database
  for (const [index, emailAddress] of ADMINS.entries()) {
    const account = { name: `Admin ${index}`, emailAddress, password: PASSWORD, roles: ['Admin'] }
    await db.transaction().execute((tx) => createUser(tx, {}, account))
  }
  return { info: { url: portal.url, key: await issueKey(db, {}, 'server', 'Bench', 1) }, close: portal.close }
}

async function startBare() {
  const http = createServer()
  const io = new Server(http, { maxHttpBufferSize: 10_000_000 })
  io.on('connection', (socket) => {
    socket.on('frame', (frame: Buffer) => {
      const stamped = Buffer.alloc(frame.length + 8)
      stamped.writeDoubleBE(Date.now())
      frame.copy(stamped, 8)
      io.to('viewers').volatile.emit('frame', stamped)
    })
    socket.on('state', (state: unknown) => void io.to('viewers').volatile.emit('state', state))
    socket.on('view', () => void socket.join('viewers'))
  })
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  return {
    info: { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, key: '' },
    close: async () => io.close(),
  }
}
