import { z } from 'zod'
import { admin } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { IdParam, Instant } from '../values.ts'
import { ApiLogFilter, RequestId } from './api-logs.filter.ts'
import { ApiLog } from './api-logs.live.ts'

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
