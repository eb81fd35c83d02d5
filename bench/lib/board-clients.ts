import WebSocket from 'ws'
import { REALTIME_PATH } from '../../contract/src/index.ts'

export type Message = { readonly data: string; readonly at: number }
export type Client = { readonly onEvent: (listen: (message: Message) => void) => void; readonly close: () => void }

/**
 * A client with just enough Socket.IO over a WebSocket to join a room. A thousand of them cost this process little, so that the server is
 * what is measured.
 */
export function connectClient(url: string, path: string, auth: object, room?: object): Promise<Client> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}${path}/?EIO=4&transport=websocket`, { perMessageDeflate: false })
    let listen: (message: Message) => void = () => undefined
    const client = {
      onEvent: (listener: typeof listen) => {
        listen = listener
      },
      close: () => socket.terminate(),
    }
    socket.on('error', reject)
    socket.on('message', (raw: Buffer) => {
      const at = performance.now()
      const data = raw.toString()
      if (data === '2') socket.send('3')
      else if (data.startsWith('0')) socket.send(`40${JSON.stringify(auth)}`)
      else if (data.startsWith('40')) {
        if (room) socket.send(`420${JSON.stringify(['join', room])}`)
        else resolve(client)
      } else if (data.startsWith('430')) {
        if (data.includes('"ok":true')) resolve(client)
        else reject(new Error(data.slice(0, 200)))
      } else if (data.startsWith('44')) reject(new Error(data))
      else if (data.startsWith('42["delta"')) listen({ data, at })
    })
  })
}

export const connectToBoard = (url: string, apiKey: string, token: string, serverId: number): Promise<Client> =>
  connectClient(url, REALTIME_PATH, { apiKey, token }, { room: 'board', params: { serverId } })

export type Broadcast = { readonly ms: number; readonly bytes: number }

/** Runs `act`, which broadcasts to every client, and waits for the last one to receive it. */
export function untilLast(clients: readonly Client[], act: () => Promise<unknown>): Promise<Broadcast> {
  return new Promise((resolve, reject) => {
    let left = clients.length
    const timer = setTimeout(() => reject(new Error(`${left} of ${clients.length} were not told within 20 s`)), 20_000)
    const started = performance.now()
    for (const client of clients) {
      client.onEvent(({ data, at }) => {
        client.onEvent(() => undefined)
        left -= 1
        if (left > 0) return
        clearTimeout(timer)
        resolve({ ms: at - started, bytes: Buffer.byteLength(data) })
      })
    }
    act().catch(reject)
  })
}
