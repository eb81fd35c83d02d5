import { AuditFilter, Day } from '@tenfour/contract'
import { z } from 'zod'

const optional = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined)

/** The page's query parameters: days instead of instants, and no paging position. */
export const AuditSearch = z.object({
  actorId: optional(AuditFilter.shape.actorId),
  userId: optional(AuditFilter.shape.actorId),
  action: optional(AuditFilter.shape.action),
  subjectType: optional(AuditFilter.shape.subjectType),
  from: optional(Day),
  to: optional(Day),
})
export type AuditSearch = z.infer<typeof AuditSearch>

/** The filter of the API call. Days are in local time. A person as the subject becomes a subject of type user. */
export function auditFilter({ actorId, userId, action, subjectType, from, to }: AuditSearch) {
  return {
    actorId,
    action: action || undefined,
    subjectType: userId ? 'user' : subjectType || undefined,
    subjectId: userId ? String(userId) : undefined,
    from: from && dayAt(from, '00:00:00.000'),
    to: to && dayAt(to, '23:59:59.999'),
  }
}

const dayAt = (day: string, time: string): string => new Date(`${day}T${time}`).toISOString()
