import autocannon from 'autocannon'

export type Load = { readonly perSecond: number; readonly p50: number; readonly p99: number; readonly failed: number }
export type Request = {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: string
  /** One per connection. */
  readonly bodies?: readonly string[]
  /** Each connection is someone at an address of their own, for a portal that trusts this machine as a proxy. */
  readonly isFromManyAddresses?: boolean
  /** Requests of a connection, repeated in a loop. */
  readonly requests?: (connection: number) => { method: 'GET'; path: string; headers?: Record<string, string> }[]
}

/** Sends requests as fast as the connections allow, after a warm-up that is not counted. */
export async function load(url: string, request: Request, { connections = 16, seconds = 6 } = {}): Promise<Load> {
  let clients = 0
  const options = {
    url: url + request.path,
    method: request.method ?? 'GET',
    headers: request.headers ?? {},
    connections,
    ...(request.body ? { body: request.body } : {}),
    setupClient: (client: autocannon.Client) => {
      clients += 1
      const body = request.bodies?.[clients % request.bodies.length]
      if (body) client.setBody(body)
      if (request.isFromManyAddresses) client.setHeaders({ ...options.headers, 'x-forwarded-for': `10.0.0.${1 + (clients % 250)}` })
      if (request.requests) client.setRequests(request.requests(clients % connections))
    },
  }
  await autocannon({ ...options, duration: 2 })
  const result = await autocannon({ ...options, duration: seconds })
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
  }
}

/** Alternates the two for several rounds, so that noise hits both; returns the median round. */
export async function inTurn<T extends { readonly perSecond: number }>(rounds: number, first: () => Promise<T>, second: () => Promise<T>) {
  const results: { first: T; second: T; ratio: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const a = await first()
    const b = await second()
    results.push({ first: a, second: b, ratio: a.perSecond / b.perSecond })
  }
  const middle = results.toSorted((a, b) => a.ratio - b.ratio)[Math.floor(rounds / 2)]
  if (!middle) throw new Error('at least one round')
  return middle
}
