import type { FastifyRequest, FastifyServerOptions } from 'fastify'

export type LogStream = { readonly write: (line: string) => void }

/** One JSON line an event, on standard output unless told otherwise. No header, body or query string is ever written: tokens and keys travel there. */
export const loggerOptions = (level: string, stream?: LogStream): Exclude<FastifyServerOptions['logger'], undefined | boolean> => ({
  level,
  ...(stream ? { stream } : {}),
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label) => ({ level: label }) },
  serializers: {
    req: (request: FastifyRequest) => ({ method: request.method, path: request.url.split('?')[0] ?? '', address: request.ip }),
  },
})
