import type { FastifyRequest, FastifyServerOptions } from 'fastify'

/** One JSON line an event on standard output. No header, body or query string is ever written: tokens and keys travel there. */
export const loggerOptions = (level: string): Exclude<FastifyServerOptions['logger'], undefined | boolean> => ({
  level,
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label) => ({ level: label }) },
  serializers: {
    req: (request: FastifyRequest) => ({ method: request.method, path: request.url.split('?')[0] ?? '', address: request.ip }),
  },
})
