import { AUDIT_ACTIONS, AuditSubject, DISPATCH_SUBJECTS, type AuditArea } from '@tenfour/contract'
import type { AuditSearch } from './audit-search.ts'

/** The filter of the API call. Days are in local time. A person as the subject becomes a subject of type user. */
export function auditFilter(search: AuditSearch) {
  const { actorId, userId, action, subjectType, q, from, to } = search
  const area = areaOf(search)
  return {
    area: area === 'all' ? undefined : area,
    q: q || undefined,
    actorId,
    action: action || undefined,
    subjectType: userId ? 'user' : subjectType || undefined,
    subjectId: userId ? String(userId) : undefined,
    from: from && dayAt(from, '00:00:00.000'),
    to: to && dayAt(to, '23:59:59.999'),
  }
}

const dayAt = (day: string, time: string): string => new Date(`${day}T${time}`).toISOString()

export type AreaChoice = AuditArea | 'all'
const isDispatch = (noun: string): boolean => DISPATCH_SUBJECTS.some((each) => each === noun)
const isWithin = (area: AreaChoice, noun: string): boolean => area === 'all' || isDispatch(noun) === (area === 'dispatch')
const nounOf = (action: string): string => action.split('.')[0] ?? ''

/** The log opens on administration. An address that asks for a call or a unit without naming the area is shown what it asks for. */
export function areaOf({ area, action, subjectType, userId }: AuditSearch): AreaChoice {
  if (area) return area
  const noun = action ? nounOf(action) : userId ? 'user' : subjectType
  return noun && isDispatch(noun) ? 'dispatch' : 'administration'
}

/** Another area lets go of an action or a subject that it does not have. */
export function changeArea(search: AuditSearch, area: AreaChoice): AuditSearch {
  const { action, subjectType } = search
  return {
    ...search,
    area: area === 'administration' ? undefined : area,
    action: action && isWithin(area, nounOf(action)) ? action : undefined,
    subjectType: subjectType && isWithin(area, subjectType) ? subjectType : undefined,
    userId: area === 'dispatch' ? undefined : search.userId,
  }
}

export const actionsIn = (area: AreaChoice) =>
  Object.entries(AUDIT_ACTIONS)
    .filter(([noun]) => isWithin(area, noun))
    .map(([noun, verbs]) => ({ noun, actions: verbs.map((verb) => `${noun}.${verb}`) }))

export const subjectsIn = (area: AreaChoice): readonly AuditSubject[] => AuditSubject.options.filter((type) => isWithin(area, type))
