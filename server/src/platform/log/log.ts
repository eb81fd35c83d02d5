import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import { callerAddress } from '../http/address.ts'
import type { RecentLines } from './recent-lines.ts'

export type LogStream = { readonly write: (line: string) => void }

/** One JSON line an event, on standard output unless told otherwise. No header, body or query string is ever written: tokens and keys travel there. */
export const loggerOptions = (
  level: string,
  recent: RecentLines,
  stream?: LogStream,
): Exclude<FastifyServerOptions['logger'], undefined | boolean> => ({
  level,
  hooks: {
    streamWrite: (line) => {
      recent.add(line)
      return line
    },
  },
  ...(stream ? { stream } : {}),
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label) => ({ level: label }) },
  serializers: {
    req: (request: FastifyRequest) => ({ method: request.method, path: request.url.split('?')[0] ?? '', address: callerAddress(request) }),
  },
})
