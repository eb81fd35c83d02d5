import Fastify, { LogController, type FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { type Endpoint, getHealth, HEADERS } from '@tenfour/contract'
import type { Authenticator } from '../auth/actor.ts'
import { LEAST_BODY_BYTES, REQUEST_TIMEOUTS } from '../limits/limits.ts'
import { loggerOptions, type LogStream, type RecentLines } from '../log/log.ts'
import type { Switches } from '../settings/switches.ts'
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
    bodyLimit: LEAST_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUTS.requestMs,
    keepAliveTimeout: REQUEST_TIMEOUTS.keepAliveMs,
    connectionTimeout: REQUEST_TIMEOUTS.idleMs,
    http: { headersTimeout: REQUEST_TIMEOUTS.headersMs, connectionsCheckingInterval: REQUEST_TIMEOUTS.checkEveryMs },
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 200 },
  })
  // Callbacks instead of promises: these hooks run on every request.
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

/** A number is the count of proxies in front of the portal. */
const trustedHops = (trust: boolean | number | string) =>
  typeof trust === 'number' ? (_address: string, hop: number) => hop < trust : trust

type Api = {
  readonly authenticator: Authenticator
  readonly switches: Switches
  readonly endpoints: Readonly<Record<string, Endpoint>>
  readonly parts: readonly { readonly routes?: (app: FastifyInstance) => Promise<void> }[]
}

/** Serves the endpoints of all features. */
export async function serveApi(app: FastifyInstance, { authenticator, switches, endpoints, parts }: Api): Promise<void> {
  app.decorate('authenticator', authenticator)
  app.decorate('switches', switches)
  app.decorate('routed', new Set<Endpoint>())
  acceptFiles(app, Object.values(endpoints))
  // Each feature in its own scope, so that its hooks only apply to its own routes.
  for (const { routes } of parts) if (routes) await app.register(async (scope) => routes(scope))
  assertEveryEndpointIsServed(app, Object.values(endpoints))
}

/**
 * Closes sockets while requests finish. A keep-alive connection becomes idle only after its response, so idle ones are closed repeatedly;
 * otherwise closing would wait for the browser.
 */
export async function drain(app: FastifyInstance, closeSockets: () => Promise<void>): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
  try {
    await closeSockets()
  } finally {
    clearInterval(sweep)
  }
}
