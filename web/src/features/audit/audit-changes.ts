import type { AuditEntry } from '@tenfour/contract'

export type AuditChange = { readonly field: string; readonly before: string | null; readonly after: string | null }

/** What an entry changed, field by field; what stayed as it was is left out. Null: there was no such field. */
export function auditChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>): AuditChange[] {
  const [old, fresh] = [flatten(before ?? {}), flatten(after ?? {})]
  const paths = [...new Set([...old.keys(), ...fresh.keys()])]
  return paths
    .map((path) => ({ field: fieldWords(path), before: old.get(path) ?? null, after: fresh.get(path) ?? null }))
    .filter((change) => change.before !== change.after)
}

/** 'User role added' of 'user.role-added'. */
export const actionWords = (action: string): string => capitalised(action.replaceAll(/[.\-_]+/g, ' ').trim())

/** 'CAD enabled' of 'isCadEnabled'. */
const fieldWords = (path: string): string =>
  path
    .split('.')
    .map((name) =>
      capitalised(
        name
          .replace(/^is(?=[A-Z])/, '')
          .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
          .replaceAll(/[_-]+/g, ' ')
          .toLowerCase(),
      ).replaceAll(/\b(cad|id)\b/gi, (word) => word.toUpperCase()),
    )
    .join(' › ')

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Objects by path, one line each; a list reads as one value. */
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

/** One entry of a list, such as a department with its rank. */
function recordWords(value: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(value).flatMap(([key, each]) => {
    if (each === null || each === false || each === '') return []
    const name = fieldWords(key).toLowerCase()
    return each === true ? [name] : [`${name} ${valueWords(each)}`]
  })
  return parts.join(' ') || 'none'
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
