import { randomUUID } from 'node:crypto'
import { getHealth, HEADERS, type Endpoint } from '@tenfour/contract'
import Fastify, { LogController, type FastifyInstance } from 'fastify'
import type { Authenticator } from '../auth/actor.ts'
import { BODY_BYTES, REQUEST_TIMEOUTS } from '../limits/limits.ts'
import { loggerOptions, type LogStream } from '../log/log.ts'
import type { RecentLines } from '../log/recent-lines.ts'
import { openApiDocument } from './openapi.ts'
import { acceptFiles, assertEveryEndpointIsServed } from './route.ts'

type Options = {
  readonly logLevel?: string | undefined
  readonly logTo?: LogStream | undefined
  readonly trustProxy: boolean | number | string
}

export function createHttp({ logLevel = 'info', logTo, trustProxy }: Options, lines: RecentLines): FastifyInstance {
  const app = Fastify({
    logger: loggerOptions(logLevel, lines, logTo),
    trustProxy: trustedHops(trustProxy),
    bodyLimit: BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUTS.requestMs,
    keepAliveTimeout: REQUEST_TIMEOUTS.keepAliveMs,
    connectionTimeout: REQUEST_TIMEOUTS.idleMs,
    http: { headersTimeout: REQUEST_TIMEOUTS.headersMs, connectionsCheckingInterval: REQUEST_TIMEOUTS.checkEveryMs },
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 200 },
  })
  // With a callback rather than a promise each: these run on every request.
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header(HEADERS.requestId, request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const level = request.url.startsWith('/api/') && request.url !== getHealth.path ? 'info' : 'debug'
    request.log[level]({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 }, 'request')
    done()
  })
  return app
}

/** A number counts the proxies in front of the portal. */
const trustedHops = (trust: boolean | number | string) =>
  typeof trust === 'number' ? (_address: string, hop: number) => hop < trust : trust

type Api = {
  readonly authenticator: Authenticator
  readonly endpoints: Readonly<Record<string, Endpoint>>
  readonly version: string
  readonly parts: readonly { readonly routes?: (app: FastifyInstance) => Promise<void> }[]
}

/** Serves the calls of the contract, which all these do together, and their document. */
export async function serveApi(app: FastifyInstance, { authenticator, endpoints, version, parts }: Api): Promise<void> {
  app.decorate('authenticator', authenticator)
  app.decorate('routed', new Set<Endpoint>())
  acceptFiles(app, Object.values(endpoints))
  // In a scope of its own each: what one hooks into its calls is not for those of another.
  for (const { routes } of parts) if (routes) await app.register(async (scope) => routes(scope))
  assertEveryEndpointIsServed(app, Object.values(endpoints))
  const document = openApiDocument(endpoints, version)
  app.get('/api/openapi.json', async () => document)
}

/** Ends sockets while requests finish. A connection that is kept alive is idle only once its answer has left, and would be waited for until the browser closes it. */
export async function drain(app: FastifyInstance, closeSockets: () => Promise<void>): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
  try {
    await closeSockets()
  } finally {
    clearInterval(sweep)
  }
}
