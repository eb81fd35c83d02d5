import type { CDPSession, Page } from '@playwright/test'

/** One question to the portal and its answer: a request, the opening of a WebSocket, or a message on it that is acknowledged. */
export type Exchange = {
  readonly what: string
  readonly kind: 'document' | 'script' | 'style' | 'call' | 'socket' | 'message' | 'other'
  /** Asked for by the document itself, beside the code instead of by it. */
  readonly isEarly: boolean
  /** Milliseconds by the browser's clock. */
  readonly start: number
  end: number | undefined
  bytes: number
}

type Timed = { readonly requestId: string; readonly timestamp: number }

/** Writes down everything a page exchanges with the portal from now on. */
export async function recordExchanges(page: Page, cdp: CDPSession): Promise<readonly Exchange[]> {
  const all: Exchange[] = []
  const byId = new Map<string, Exchange>()
  const begin = (id: string, exchange: Omit<Exchange, 'end' | 'bytes'>) => {
    const begun: Exchange = { ...exchange, end: undefined, bytes: 0 }
    byId.set(id, begun)
    all.push(begun)
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
  // Nothing went over the network.
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
    const [, said = payloadData] = /^42\d+(.*)$/s.exec(payloadData) ?? []
    begin(`${requestId} ${id}`, { what: id === 'connect' ? 'connect' : said, kind: 'message', isEarly: false, start: timestamp * 1000 })
  })
  cdp.on('Network.webSocketFrameReceived', ({ requestId, timestamp, response: { payloadData } }) => {
    const id = messageId(payloadData, '43')
    if (id !== undefined) end(`${requestId} ${id}`, timestamp)
  })
  return all
}

/** Which exchange a message of Socket.IO belongs to; undefined where it has no answer and is none. */
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
 * The longest row of exchanges each of which began after the one before had ended, without the page itself. Nothing waits for a picture, a
 * font or the icon, and the connection does not wait for what the document asked for beside the code.
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

/** What was asked for more than once. */
export function askedTwice(exchanges: readonly Exchange[]): readonly string[] {
  const names = exchanges.filter((each) => each.kind !== 'message' || !each.what.startsWith('["echo"')).map(({ what }) => what)
  // Long polling asks the same address over and over; it is named as the realtime connection.
  const isPolling = (what: string) => what.includes('transport=polling')
  return [...new Set(names.filter((what, index) => !isPolling(what) && names.indexOf(what) !== index))]
}
