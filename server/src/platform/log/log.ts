import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import { callerAddress } from '../http/client-address.ts'
import type { RecentLines } from './recent-lines.ts'

export type LogStream = { readonly write: (line: string) => void }

/** Our own paths are shorter; a caller must not be able to fill the log. */
const MAX_PATH = 300

/** One JSON line per event, on stdout by default. Never logs headers, bodies or query strings: they carry tokens and keys. */
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
