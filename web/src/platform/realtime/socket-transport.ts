import { WebSocket as WebSocketTransport } from 'socket.io-client'

/** Set by the script in index.html, which opens the connection before any of our code has loaded. */
type EarlySocket = { readonly socket: WebSocket; readonly messages: readonly MessageEvent[] }

declare global {
  interface Window {
    earlySocket?: EarlySocket
  }
}

/** Some proxies neither refuse nor open a WebSocket; after this the connection falls back to polling. */
const OPEN_TIMEOUT_MS = 5000

/** The connection that was opened early, if still usable; handed out once. */
function takeEarlySocket(): EarlySocket | undefined {
  const early = window.earlySocket
  delete window.earlySocket
  return early && early.socket.readyState <= WebSocket.OPEN ? early : undefined
}

/** For a session that ended before the connection was used. */
export const closeEarlySocket = (): void => takeEarlySocket()?.socket.close()

/** The library's transport, except that the first one reuses the connection the page opened early, and opening has a timeout. */
export class PortalWebSocket extends WebSocketTransport {
  override createSocket(...[uri, protocols, options]: Parameters<WebSocketTransport['createSocket']>): unknown {
    const early = takeEarlySocket()
    const opened = early?.socket ?? (super.createSocket(uri, protocols, options) as WebSocket)
    setTimeout(() => opened.readyState === WebSocket.CONNECTING && opened.close(), OPEN_TIMEOUT_MS)
    // Once the transport is listening, replay the messages received so far.
    if (early) queueMicrotask(() => replay(early))
    return opened
  }
}

function replay({ socket, messages }: EarlySocket): void {
  if (socket.readyState !== WebSocket.OPEN) return
  socket.onopen?.(new Event('open'))
  for (const message of messages) socket.onmessage?.(message)
}
