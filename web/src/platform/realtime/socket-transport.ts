import { WebSocket as WebSocketTransport } from 'socket.io-client'

/** Left by the script in index.html, which opens the connection before any code of ours is here. */
type EarlySocket = { readonly socket: WebSocket; readonly messages: readonly MessageEvent[] }

declare global {
  interface Window {
    earlySocket?: EarlySocket
  }
}

/** A proxy that neither refuses a WebSocket nor opens it: then by polling. */
const OPEN_TIMEOUT_MS = 5000

/** The connection that was opened early, if it is still good; whoever takes it has it to themself. */
function takeEarlySocket(): EarlySocket | undefined {
  const early = window.earlySocket
  delete window.earlySocket
  return early && early.socket.readyState <= WebSocket.OPEN ? early : undefined
}

/** For a session that ended before anyone wanted the connection. */
export const closeEarlySocket = (): void => takeEarlySocket()?.socket.close()

/** The library's own, except that the first one goes on with the connection the page opened early, and none waits without end. */
export class PortalWebSocket extends WebSocketTransport {
  override createSocket(...[uri, protocols, options]: Parameters<WebSocketTransport['createSocket']>): unknown {
    const early = takeEarlySocket()
    const opened = early?.socket ?? (super.createSocket(uri, protocols, options) as WebSocket)
    setTimeout(() => opened.readyState === WebSocket.CONNECTING && opened.close(), OPEN_TIMEOUT_MS)
    // Once the transport listens: what came until now comes again.
    if (early) queueMicrotask(() => replay(early))
    return opened
  }
}

function replay({ socket, messages }: EarlySocket): void {
  if (socket.readyState !== WebSocket.OPEN) return
  socket.onopen?.(new Event('open'))
  for (const message of messages) socket.onmessage?.(message)
}
