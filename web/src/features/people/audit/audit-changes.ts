import type { AuditEntry } from '@tenfour/contract'
import { dateOnly, dateTime } from '../../../platform/format/dates.ts'

export type AuditChange = { readonly field: string; readonly before: string | null; readonly after: string | null }

/** The changed fields of an entry. Null: the field did not exist. */
export function auditChanges({ action, before, after, names }: Pick<AuditEntry, 'action' | 'before' | 'after' | 'names'>): AuditChange[] {
  const lines = (values: AuditEntry['before']) => flatten(readable(action, values ?? {}, names))
  const [old, fresh] = [lines(before), lines(after)]
  const paths = [...new Set([...old.keys(), ...fresh.keys()])]
  return paths
    .map((path) => ({ field: fieldWords(path), before: old.get(path) ?? null, after: fresh.get(path) ?? null }))
    .filter((change) => change.before !== change.after)
}

/** A one-line summary: 'Priority: 3 → 1; Status: active → cleared'. */
export const changesInWords = (changes: readonly AuditChange[]): string =>
  changes.map(({ field, before, after }) => `${field}: ${[before, after].filter((each) => each !== null).join(' → ')}`).join('; ')

/** Where the words of the action itself would be unclear. */
const ACTION_NAMES: Readonly<Record<string, string>> = {
  'member.mark-added': 'Warning or commendation added',
  'member.mark-withdrawn': 'Warning or commendation withdrawn',
  'member.note-added': 'Staff note added',
  'member.note-deleted': 'Staff note deleted',
  'member.departments-changed': 'Departments changed',
  'member.call-sign-changed': 'Call sign changed',
  'member.rank-changed': 'Rank changed',
  'patrol.correction-declined': 'Correction of a patrol declined',
  'patrol.absence-counted': 'Absence during a patrol counted',
  'patrol.absence-left-out': 'Absence during a patrol left out',
  'user.taken-back': 'User reinstated',
  'user.whitelisted': 'Added to whitelist',
  'user.unwhitelisted': 'Removed from whitelist',
}

/** 'User role added' of 'user.role-added'. */
export const actionWords = (action: string): string => ACTION_NAMES[action] ?? capitalised(action.replaceAll(/[.\-_]+/g, ' ').trim())

const MARK_ACTION = /^member\.mark-(\w+)$/

/** The action in words, with details that only the entry's values hold: 'Warning added'. */
export function entryWords({ action, before, after }: Pick<AuditEntry, 'action' | 'before' | 'after'>): string {
  const [, verb] = MARK_ACTION.exec(action) ?? []
  const kind = after?.['kind'] ?? before?.['kind']
  return verb !== undefined && typeof kind === 'string' ? `${capitalised(kind)} ${verb}` : actionWords(action)
}

/** Ids and versions mean nothing to a reader; `digest` changes with every picture. */
const HIDDEN = new Set(['noteId', 'markId', 'leaveId', 'requestId', 'patrolId', 'gapId', 'version', 'digest'])

/** Without values nobody can read, and with names in place of ids. */
const readable = (action: string, values: Readonly<Record<string, unknown>>, names: AuditEntry['names']): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values)
      // The kind of a mark is in its title.
      .filter(([field]) => !HIDDEN.has(field) && !(field === 'kind' && MARK_ACTION.test(action)))
      .map(([field, value]) => [field, (typeof value === 'number' && names[`${field}:${value}`]) || value]),
  )

/** Field names as used in the interface, where the technical name is unclear. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  userDepartments: 'Departments',
  userPermissions: 'Permissions',
  steamId: 'Steam hex',
  avatarColor: 'Avatar colour',
  identifier: 'Call sign',
  primary: 'Primary unit',
  departmentId: 'Department',
  serverId: 'Server',
  rankName: 'Name',
  isReserve: 'Reserve rank',
  kicksUnlisted: 'Kicks players not on the whitelist',
  isWhitelistedDev: 'On the development whitelist',
  isWhitelisted: 'On the whitelist',
  isDisabled: 'Disabled',
  startsOn: 'From',
  endsOn: 'Until',
  needsPresence: 'Must be in the game while on duty',
}

/** 'CAD enabled' of 'isCadEnabled'. */
const fieldWords = (path: string): string => path.split('.').map(nameWords).join(' › ')

function nameWords(name: string): string {
  const words = name
    .replace(/^is(?=[A-Z])/, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
  return FIELD_NAMES[name] ?? capitalised(words).replaceAll(/\b(cad|id)\b/gi, (word) => word.toUpperCase())
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Nested objects by dotted path, one line each; a list is a single value. */
function flatten(value: Readonly<Record<string, unknown>>, path = ''): Map<string, string> {
  const lines = new Map<string, string>()
  for (const [key, each] of Object.entries(value)) {
    const at = path ? `${path}.${key}` : key
    if (isRecord(each) && Object.keys(each).length > 0) for (const [inner, text] of flatten(each, at)) lines.set(inner, text)
    else lines.set(at, valueWords(each))
  }
  return lines
}

export function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(valueWords).join(', ') || 'none'
  if (isRecord(value)) return recordWords(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  return INSTANT.test(value) ? dateTime(value) : DAY.test(value) ? dateOnly(value) : value
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** These keys of a list entry come first, whatever their stored order. */
const FIRST = ['department', 'name']

/** One entry of a list, such as a department with its rank: 'FIRE Firefighter (primary)'. */
function recordWords(value: Readonly<Record<string, unknown>>): string {
  const place = (key: string) => (FIRST.includes(key) ? 0 : 1)
  const parts = Object.entries(value)
    .filter(([, each]) => each !== null && each !== false && each !== '')
    .toSorted(([a], [b]) => place(a) - place(b))
    .map(([key, each]) => {
      const name = fieldWords(key).toLowerCase()
      if (each === true) return { text: `(${name})`, isMark: true }
      return { text: typeof each === 'string' ? each : `${name} ${valueWords(each)}`, isMark: false }
    })
  return (
    parts
      .toSorted((a, b) => Number(a.isMark) - Number(b.isMark))
      .map(({ text }) => text)
      .join(' ') || 'none'
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
