import { Day, IdParam, text } from '@tenfour/contract'
import { z } from 'zod'

const optional = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined)

/**
 * The page's query parameters: days instead of instants, and no paging position. Apart from the filter, because every page carries the routes, and
 * the filter knows every action there is.
 */
export const AuditSearch = z.object({
  actorId: optional(IdParam),
  userId: optional(IdParam),
  action: optional(text(60)),
  subjectType: optional(text(30)),
  /** Administration if omitted. */
  area: optional(z.enum(['administration', 'dispatch', 'all'])),
  q: optional(z.coerce.string().min(1).max(100)),
  from: optional(Day),
  to: optional(Day),
})
export type AuditSearch = z.infer<typeof AuditSearch>
