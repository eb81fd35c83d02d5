import type { Call } from '@tenfour/contract'

const FIELDS = { title: 'Title', location: 'Location', postal: 'Postal', caller: 'Caller', channel: 'Channel' } as const

/** Describes an edit, one line per changed field. */
export function editLines(before: Call, after: Call, typeName: string): string[] {
  const texts = (Object.keys(FIELDS) as (keyof typeof FIELDS)[])
    .filter((field) => before[field] !== after[field])
    .map((field) => (after[field] ? `${FIELDS[field]}: ${after[field]}` : `${FIELDS[field]} removed`))
  return [
    ...(before.callTypeId === after.callTypeId ? [] : [`Type: ${typeName}`]),
    ...(before.priority === after.priority ? [] : [`Priority ${before.priority} to ${after.priority}`]),
    ...texts,
    ...(before.narrative === after.narrative ? [] : [after.narrative ? `Narrative: ${after.narrative}` : 'Narrative removed']),
    ...(before.x === after.x && before.y === after.y ? [] : ['Position changed']),
  ]
}
