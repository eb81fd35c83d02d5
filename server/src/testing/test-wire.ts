import { connect, type Socket } from 'node:net'
import type { TestPortal } from './test-portal.ts'

/** A raw connection that sends exactly what a test wants, and collects the response. */
export type Wire = {
  readonly socket: Socket
  readonly received: () => string
  readonly write: (text: string | Buffer) => void
  /** Number of responses by status. */
  readonly statuses: () => number[]
  readonly isClosed: () => boolean
}

const wires = new Set<Socket>()

export async function openWire({ url }: Pick<TestPortal, 'url'>, localAddress = '127.0.0.1'): Promise<Wire> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress })
  wires.add(socket)
  let received = ''
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => void (received += text))
  // If the portal cuts the connection, writes fail.
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('connect', resolve))
  return {
    socket,
    received: () => received,
    write: (text) => void socket.write(text),
    statuses: () => [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)),
    isClosed: () => socket.closed,
  }
}

export function closeWires(): void {
  for (const socket of wires) socket.destroy()
  wires.clear()
}

export const requestLines = (method: string, path: string, headers: Readonly<Record<string, string | number>> = {}): string =>
  [`${method} ${path} HTTP/1.1`, 'host: portal', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', ''].join(
    '\r\n',
  )
