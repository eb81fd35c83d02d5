import { z } from 'zod'
import { Instant } from '../values.ts'

/** In a file of their own because rooms carry these schemas, and every page loads the rooms. */

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

/** Maximum logs per live message; the message also carries how many were left out. */
export const MAX_LIVE_LOGS = 100
