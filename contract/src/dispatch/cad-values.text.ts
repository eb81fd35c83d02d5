import { z } from 'zod'
import type { FileColumn } from '../files.ts'
import { CAD_VALUE_KINDS, type CadValueKind } from './cad-values.kinds.ts'
import { UnitNeed } from './calls.ts'
import { cadValueFields, type CadValueChoice, type CadValueField } from './cad-values.looks.ts'

/** The properties of values as texts: in lists, in files, and back. */

/** A field with the values that it may refer to as choices. */
export const withReferences = (
  field: CadValueField,
  choicesOf: (of: CadValueKind | 'department') => readonly CadValueChoice[],
): CadValueField => {
  if (field.input === 'counts') return { ...field, choices: choicesOf(field.of) }
  if (field.input !== 'references') return field
  const { label, help, isDetail, of, none, isOne } = field
  const shared = { label, ...(help !== undefined && { help }), ...(isDetail && { isDetail }) }
  if (isOne) return { ...shared, input: 'choice', choices: [{ value: null, label: none }, ...choicesOf(of)] }
  return { ...shared, input: 'choices', choices: choicesOf(of) }
}

/** A property that may be left out: a file need not have its column. */
export const isOptional = (kind: CadValueKind, name: string): boolean =>
  Object.entries(CAD_VALUE_KINDS[kind].content.shape).some(([key, schema]) => key === name && schema instanceof z.ZodDefault)

/** The property of a value as it is read, exported and imported: a choice by its label. */
export function cadValueText(field: CadValueField, given: unknown): string {
  if (field.input === 'text' || field.input === 'reference') return typeof given === 'string' ? given : ''
  if (field.input === 'number') return typeof given === 'number' ? String(given) : ''
  if (field.input === 'counts') {
    const labelOf = (id: number) => field.choices?.find(({ value }) => value === id)?.label ?? String(id)
    const needs = z.array(UnitNeed).safeParse(given).data ?? []
    return needs.map(({ typeId, count }) => `${count} ${labelOf(typeId)}`).join(', ')
  }
  const chosen: readonly unknown[] = Array.isArray(given) ? given : [given]
  if (field.input === 'references') return chosen.join(', ')
  return field.choices
    .filter(({ value }) => chosen.includes(value))
    .map(({ label }) => label)
    .join(', ')
}

const plain = (text: string): string => text.trim().toLowerCase()
const parts = (text: string, separator: RegExp): string[] => text.split(separator).filter((part) => part.trim() !== '')
/** The property as a cell of a file has it: choices by label, the beginning of the label, or value. Any other text stays as it is, and is refused. */
export function cadValueFromText(field: CadValueField, text: string): unknown {
  if (field.input === 'text' || field.input === 'reference') return text
  if (field.input === 'number') return /^\d+$/u.test(text.trim()) ? Number(text) : text
  if (field.input === 'counts') return parts(text, /[,;]/u).map((part) => needFromText(part, field.choices ?? []))
  if (field.input === 'references') return parts(text, /[,;]/u).map((id) => Number(id))
  const choose = (typed: string): unknown =>
    field.choices.find(({ value, label }) => [label, label.split(',')[0] ?? '', String(value)].some((name) => plain(name) === plain(typed)))
      ?.value ?? typed
  return field.input === 'choice' ? choose(text) : parts(text, /[,;/]/u).map(choose)
}

/** '2 Patrol', or a text that is refused. */
function needFromText(part: string, choices: readonly CadValueChoice[]): unknown {
  const [, count, name = ''] = /^\s*(\d{1,3})\s+(.+)$/u.exec(part) ?? []
  const type = choices.find(({ label }) => plain(label) === plain(name))
  return count === undefined || !type ? part : { typeId: type.value, count: Number(count) }
}

/** The columns of a file with values of a kind. */
export const cadValueColumns = (kind: CadValueKind): readonly FileColumn[] =>
  cadValueFields(kind).map(([name, field]) => ({ name, aliases: [field.label], isRequired: !isOptional(kind, name), help: helpOf(field) }))

function helpOf(field: CadValueField): string {
  if (field.input === 'text') return `At most ${field.max} characters`
  if (field.input === 'number') return `A number from ${field.min} to ${field.max}, in ${field.unit}`
  if (field.input === 'reference') return 'The key of a call type, the number of a status, or the beginning of a command'
  if (field.input === 'counts') return 'Numbers and names with commas between them, such as “1 Patrol, 2 Air”'
  if (field.input === 'references') return `${field.isOne ? 'A name' : 'Names with commas between them'}; empty for “${field.none}”`
  const labels = field.choices.map(({ label }) => `“${label}”`).join(', ')
  return field.input === 'choice' ? `One of ${labels}` : `One or more of ${labels}, with commas between them`
}
