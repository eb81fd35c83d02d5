import { z } from 'zod'
import { admin } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { IdParam, Instant, InstantInput, LongIdParam, numberParam, trimmed } from '../values.ts'

export const ApiLogMethod = z.enum(['GET', 'POST', 'PUT', 'DELETE', 'WS'])
export type ApiLogMethod = z.infer<typeof ApiLogMethod>
/** `errors` covers both refused and failed requests. */
export const ApiLogOutcome = z.enum(['ok', 'refused', 'failed', 'errors'])
export type ApiLogOutcome = z.infer<typeof ApiLogOutcome>

/** One API request by a game server or integration, or one socket message (method `WS`) under `/bridge/`, `/game/` or `/display/`. */
export const ApiLog = z.object({
  apiLogId: z.int(),
  at: Instant,
  server: z.object({ serverId: z.int(), name: z.string() }).nullable(),
  key: z.object({ keyId: z.int(), name: z.string() }).nullable(),
  method: z.string(),
  /** Without the query string; anything that looks like a secret is redacted. */
  path: z.string(),
  status: z.int(),
  durationMs: z.number(),
  bytesIn: z.int(),
  bytesOut: z.int(),
  errorCode: z.string().nullable(),
  error: z.string().nullable(),
  /** Shared by all messages of one connection of a game server. */
  requestId: z.string(),
})
export type ApiLog = z.infer<typeof ApiLog>

export const RequestId = z.string().regex(/^[\w-]{1,64}$/, 'This is no request id')

export const ApiLogFilter = z.object({
  serverId: IdParam.optional(),
  keyId: IdParam.optional(),
  method: ApiLogMethod.optional(),
  outcome: ApiLogOutcome.optional(),
  /** Matched against the path and the error. */
  text: trimmed(100).optional(),
  requestId: RequestId.optional(),
  from: InstantInput.optional(),
  to: InstantInput.optional(),
  /** Cursor: id of the last log already loaded; older ones follow. */
  before: LongIdParam.optional(),
  limit: numberParam(1, 100).default(50),
})
export type ApiLogFilter = z.infer<typeof ApiLogFilter>

export const listApiLogs = defineEndpoint({
  method: 'GET',
  path: '/api/servers/events',
  summary: 'API calls of game servers and integrations, newest first',
  access: admin,
  query: ApiLogFilter,
  response: z.object({ items: z.array(ApiLog), hasMore: z.boolean() }),
})

export const ApiLogKey = z.object({
  keyId: z.int(),
  name: z.string(),
  /** The server the key belongs to; null for an integration. */
  server: z.object({ serverId: z.int(), name: z.string() }).nullable(),
  /** Neither revoked nor replaced. */
  isValid: z.boolean(),
})
export type ApiLogKey = z.infer<typeof ApiLogKey>

export const listApiLogKeys = defineEndpoint({
  method: 'GET',
  path: '/api/servers/events/keys',
  summary: 'The keys of game servers, screens and integrations, by name, to filter their calls',
  access: admin,
  response: z.array(ApiLogKey),
})

export const ApiLogRange = z.enum(['hour', 'day'])
export type ApiLogRange = z.infer<typeof ApiLogRange>
export const ApiLogRate = z.object({
  stepMinutes: z.int(),
  /** Oldest first, one per step; the last step is still in progress. */
  points: z.array(z.object({ at: Instant, calls: z.int(), errors: z.int() })),
  /** Requests not logged because they arrived faster than they could be written. */
  dropped: z.int(),
  /** Retention in days. */
  days: z.int(),
})
export type ApiLogRate = z.infer<typeof ApiLogRate>

export const getApiLogRate = defineEndpoint({
  method: 'GET',
  path: '/api/servers/events/rate',
  summary: 'How many calls there were, and how many failed, over the last hour or day',
  access: admin,
  query: z.object({ range: ApiLogRange.default('hour'), serverId: IdParam.optional() }),
  response: ApiLogRate,
})

export const ServerLogLine = z.object({
  at: Instant,
  level: z.string(),
  message: z.string(),
  /** The error and where it occurred. */
  detail: z.string().nullable(),
})
export type ServerLogLine = z.infer<typeof ServerLogLine>

export const getRequestLog = defineEndpoint({
  method: 'GET',
  path: '/api/servers/events/:requestId/log',
  summary: "Recent lines of the portal's log about one request",
  access: admin,
  params: z.object({ requestId: RequestId }),
  response: z.array(ServerLogLine),
})

/** Maximum logs per live message; the message also carries how many were left out. */
export const MAX_LIVE_LOGS = 100
