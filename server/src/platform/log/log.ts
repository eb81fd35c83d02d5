import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import { callerAddress } from '../http/client-address.ts'

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

export type RecentLines = {
  readonly add: (line: string) => void
  /** Log lines of one request, oldest first. */
  readonly of: (requestId: string) => string[]
  /** The last lines of errors, oldest first. */
  readonly errors: () => readonly string[]
  /** How many errors there were since the portal began. */
  readonly errorCount: () => number
}

const ERROR = /^\{"level":"(error|fatal)"/
const MAX_ERRORS = 50

/** Keeps the last log lines of this node in memory. Adding is cheap; they are only searched on request. */
export function keepRecentLines(maxLines = 5000, maxLength = 8000): RecentLines {
  const lines: string[] = []
  let next = 0
  const errors: string[] = []
  let errorCount = 0
  return {
    add: (line) => {
      if (ERROR.test(line)) {
        errorCount += 1
        if (errors.push(line.slice(0, maxLength)) > MAX_ERRORS) errors.shift()
      }
      // A truncated line would not be valid JSON.
      if (line.length > maxLength) return
      lines[next] = line
      next = (next + 1) % maxLines
    },
    of: (requestId) => {
      const mark = `"reqId":${JSON.stringify(requestId)}`
      return [...lines.slice(next), ...lines.slice(0, next)].filter((line) => line.includes(mark))
    },
    errors: () => errors,
    errorCount: () => errorCount,
  }
}
