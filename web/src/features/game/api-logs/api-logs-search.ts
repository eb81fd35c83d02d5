import { ApiLogFilter, ApiLogMethod, ApiLogOutcome, Day, RequestId } from '@tenfour/contract'
import { z } from 'zod'

const optional = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined)

/** The page's query parameters: days instead of instants, and no paging position. Apart from the filter, because every page carries the routes. */
export const ApiLogsSearch = z.object({
  serverId: optional(ApiLogFilter.shape.serverId),
  keyId: optional(ApiLogFilter.shape.keyId),
  method: optional(ApiLogMethod),
  outcome: optional(ApiLogOutcome),
  text: optional(z.coerce.string().max(100)),
  requestId: optional(RequestId),
  from: optional(Day),
  to: optional(Day),
  /** Live updates are on unless this is set. */
  live: optional(z.literal('off')),
  range: optional(z.literal('day')),
})
export type ApiLogsSearch = z.infer<typeof ApiLogsSearch>
