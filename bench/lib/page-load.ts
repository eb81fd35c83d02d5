import type { CDPSession, Page } from '@playwright/test'

/** One request to the portal with its answer: an HTTP request, a WebSocket handshake, or an acknowledged message. */
export type Exchange = {
  readonly what: string
  readonly kind: 'document' | 'script' | 'style' | 'call' | 'socket' | 'message' | 'other'
  /** Requested by the document itself, in parallel with the code. */
  readonly isEarly: boolean
  /** In milliseconds of the browser's clock. */
  readonly start: number
  end: number | undefined
  bytes: number
}

type Timed = { readonly requestId: string; readonly timestamp: number }

/** Records all exchanges of the page with the portal from now on. */
export async function recordExchanges(page: Page, cdp: CDPSession): Promise<readonly Exchange[]> {
  const all: Exchange[] = []
  const byId = new Map<string, Exchange>()
  const begin = (id: string, exchange: Omit<Exchange, 'end' | 'bytes'>) => {
    const started: Exchange = { ...exchange, end: undefined, bytes: 0 }
    byId.set(id, started)
    all.push(started)
  }
  const end = (id: string, timestamp: number, bytes = 0) => {
    const exchange = byId.get(id)
    if (exchange) Object.assign(exchange, { end: timestamp * 1000, bytes })
  }

  await cdp.send('Network.enable')
  cdp.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type, initiator, documentURL }) => {
    if (!request.url.startsWith('http')) return
    const { pathname, search } = new URL(request.url)
    const isEarly = initiator.stack?.callFrames[0]?.url === documentURL
    begin(requestId, { what: `${request.method} ${pathname}${search}`, kind: kindOf(type, pathname), isEarly, start: timestamp * 1000 })
  })
  // Served from the cache, so not counted.
  cdp.on('Network.requestServedFromCache', ({ requestId }) => {
    const served = byId.get(requestId)
    if (served) all.splice(all.indexOf(served), 1)
    byId.delete(requestId)
  })
  cdp.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => end(requestId, timestamp, encodedDataLength))
  cdp.on('Network.loadingFailed', ({ requestId, timestamp }) => end(requestId, timestamp))

  cdp.on('Network.webSocketWillSendHandshakeRequest', ({ requestId, timestamp }) =>
    begin(requestId, { what: 'WebSocket', kind: 'socket', isEarly: false, start: timestamp * 1000 }),
  )
  cdp.on('Network.webSocketHandshakeResponseReceived', ({ requestId, timestamp }: Timed) => end(requestId, timestamp))
  cdp.on('Network.webSocketFrameSent', ({ requestId, timestamp, response: { payloadData } }) => {
    const id = messageId(payloadData, '42')
    if (id === undefined) return
    const [, payload = payloadData] = /^42\d+(.*)$/s.exec(payloadData) ?? []
    begin(`${requestId} ${id}`, { what: id === 'connect' ? 'connect' : payload, kind: 'message', isEarly: false, start: timestamp * 1000 })
  })
  cdp.on('Network.webSocketFrameReceived', ({ requestId, timestamp, response: { payloadData } }) => {
    const id = messageId(payloadData, '43')
    if (id !== undefined) end(`${requestId} ${id}`, timestamp)
  })
  return all
}

/** Id of the exchange a Socket.IO packet belongs to; undefined if it is not acknowledged. */
function messageId(data: string, prefix: '42' | '43'): string | undefined {
  if (data.startsWith('40')) return 'connect'
  return data.startsWith(prefix) ? /^\d+/.exec(data.slice(2))?.[0] : undefined
}

function kindOf(type: string | undefined, pathname: string): Exchange['kind'] {
  if (type === 'Document') return 'document'
  if (type === 'Script' || pathname.endsWith('.js')) return 'script'
  if (pathname.endsWith('.css')) return 'style'
  return pathname.startsWith('/api/') ? 'call' : 'other'
}

export const isRequest = ({ kind }: Exchange): boolean => kind !== 'message'

/**
 * The longest chain of exchanges in which each began after the previous one ended, without the document. Nothing waits for images, fonts
 * or icons, and the socket does not wait for early requests.
 */
export function longestChain(exchanges: readonly Exchange[]): readonly Exchange[] {
  const done = exchanges.filter(({ end, kind }) => end !== undefined && kind !== 'document').toSorted((a, b) => a.start - b.start)
  const chains = new Map<Exchange, readonly Exchange[]>()
  for (const exchange of done) {
    let before: readonly Exchange[] = []
    for (const [other, chain] of chains) {
      const isWaitedFor = other.kind !== 'other' && !(other.isEarly && (exchange.kind === 'message' || exchange.kind === 'socket'))
      if (isWaitedFor && other.end !== undefined && other.end <= exchange.start && chain.length > before.length) before = chain
    }
    chains.set(exchange, [...before, exchange])
  }
  return [...chains.values()].reduce((longest, chain) => (chain.length > longest.length ? chain : longest), [])
}

/** Exchanges requested more than once. */
export function duplicateRequests(exchanges: readonly Exchange[]): readonly string[] {
  const names = exchanges.filter((each) => each.kind !== 'message' || !each.what.startsWith('["echo"')).map(({ what }) => what)
  // Long polling requests the same URL repeatedly, so it is not a duplicate.
  const isPolling = (what: string) => what.includes('transport=polling')
  return [...new Set(names.filter((what, index) => !isPolling(what) && names.indexOf(what) !== index))]
}
