import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import { callerAddress } from '../http/client-address.ts'
import type { RecentLines } from './recent-lines.ts'

export type LogStream = { readonly write: (line: string) => void }

/** Ours are shorter; what someone makes up must not fill the log. */
const MAX_PATH = 300

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
    req: (request: FastifyRequest) => ({
      method: request.method,
      path: (request.url.split('?')[0] ?? '').slice(0, MAX_PATH),
      address: callerAddress(request),
    }),
  },
})
