import type { AuditEntry } from '@tenfour/contract'

export type AuditChange = { readonly field: string; readonly before: string | null; readonly after: string | null }

/** The changed fields of an entry. Null: the field did not exist. */
export function auditChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>): AuditChange[] {
  const [old, fresh] = [flatten(before ?? {}), flatten(after ?? {})]
  const paths = [...new Set([...old.keys(), ...fresh.keys()])]
  return paths
    .map((path) => ({ field: fieldWords(path), before: old.get(path) ?? null, after: fresh.get(path) ?? null }))
    .filter((change) => change.before !== change.after)
}

/** 'User role added' of 'user.role-added'. */
export const actionWords = (action: string): string => capitalised(action.replaceAll(/[.\-_]+/g, ' ').trim())

/** Field names as used in the interface, where the technical name is unclear. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  userDepartments: 'Departments',
  userPermissions: 'Permissions',
  steamId: 'Steam hex',
  avatarColor: 'Avatar colour',
  identifier: 'Call sign',
  primary: 'Primary unit',
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
  return typeof value === 'string' ? value : JSON.stringify(value)
}

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
