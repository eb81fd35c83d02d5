import { MAX_FIELD_TEXT, type AskedField, type Field, type FieldAudience, type FieldOf, type FieldValues } from '@tenfour/contract'
import { z } from 'zod'
import { dateOnly } from '../../../platform/format/dates.ts'

/** The typed texts, by the field's id: '' for an empty field, a number as its text. */
export type FieldDraft = FieldValues

/** The owner and units on duty fill in fields of a character or vehicle, the writer those of a report. */
export type Filler = FieldAudience | 'writer'

/** The fields of a kind that are asked for, in the order of forms. */
export const fieldsOf = (fields: readonly Field[], of: FieldOf): readonly Field[] =>
  fields.filter((field) => field.of === of && !field.isRetired).toSorted((a, b) => a.position - b.position)

/** The fields that this filler fills in. Fields that the owner of a character or vehicle sees are filled in by the owner alone. */
export const filledBy = (fields: readonly Field[], of: FieldOf, filler: Filler): readonly Field[] =>
  fieldsOf(fields, of).filter((field) => fills(field, filler))

const fills = ({ audience }: Field, filler: Filler): boolean =>
  filler === 'writer' || (audience.includes(filler) && (filler === 'owner' || !audience.includes('owner')))

/** The values that a unit fills in, as they were read, retired fields included; they are sent along. */
export function keptBy(fields: readonly Field[], of: FieldOf, filler: FieldAudience, values: FieldValues): FieldValues {
  const kept = fields.filter((field) => field.of === of && fills(field, filler))
  return Object.fromEntries(kept.flatMap(({ fieldId }) => (values[fieldId] === undefined ? [] : [[fieldId, values[fieldId]]])))
}

/** The initial values of a form: a key for each field, so that an error the server names finds its place. */
export const draftOf = (fields: readonly AskedField[], values: FieldValues): FieldDraft =>
  Object.fromEntries(fields.map(({ fieldId }) => [fieldId, values[fieldId] ?? '']))

const NUMBER = /^[-+]?(\d+([.,]\d*)?|[.,]\d+)$/

/** A comma is taken for a decimal point; undefined if it is no number. */
function numberOf(value: FieldDraft[string]): number | undefined {
  if (typeof value === 'number') return value
  const typed = String(value).trim()
  return NUMBER.test(typed) ? Number(typed.replace(',', '.')) : undefined
}

const isBlank = (value: FieldDraft[string] | undefined): value is undefined | '' =>
  value === undefined || (typeof value === 'string' && value.trim() === '')

/** The values as the server takes them. Blank fields and invalid numbers are left out. */
export function toInput(fields: readonly AskedField[], draft: FieldDraft): FieldValues {
  const values: FieldValues = {}
  for (const { fieldId, type } of fields) {
    const typed = draft[fieldId]
    if (isBlank(typed)) continue
    const value = type === 'number' ? numberOf(typed) : type === 'text' && typeof typed === 'string' ? typed.trim() : typed
    if (value !== undefined) values[fieldId] = value
  }
  return values
}

const MISSING: Readonly<Record<Field['type'], string>> = {
  text: 'Enter a text',
  number: 'Enter a number',
  date: 'Enter a date',
  choice: 'Choose one',
  flag: 'Choose yes or no',
}

const problemOf = ({ type, isRequired }: AskedField, typed: FieldDraft[string] | undefined): string | undefined => {
  if (isBlank(typed)) return isRequired ? MISSING[type] : undefined
  if (type === 'number' && numberOf(typed) === undefined) return MISSING.number
  return type === 'text' && String(typed).trim().length > MAX_FIELD_TEXT ? `At most ${MAX_FIELD_TEXT} characters` : undefined
}

/** Missing and wrong values, by `fields.<id>`, as the server names them. */
export const fieldProblems = (fields: readonly Field[], draft: FieldDraft): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const problem = problemOf(field, draft[field.fieldId])
      return problem === undefined ? [] : [[`fields.${field.fieldId}`, problem]]
    }),
  )

/** For the schema of a form: what is typed becomes values, and what is wrong is said at its field. */
export const fieldsForm = (fields: readonly AskedField[]) =>
  z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).transform((draft, context) => {
    for (const field of fields) {
      const message = problemOf(field, draft[field.fieldId])
      if (message !== undefined) context.addIssue({ code: 'custom', path: [String(field.fieldId)], message })
    }
    return toInput(fields, draft)
  })

/** 'Yes', '31 Jan 1990', '1,250.5'. */
export function valueWords(type: Field['type'], value: FieldValues[string]): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 10 })
  return type === 'date' ? dateOnly(value) || value : value
}

type FieldFact = { readonly fieldId: number; readonly name: string; readonly text: string }

/** The filled-in fields, in the order of forms; retired fields follow, as far as they have a value. */
export const factsOf = (fields: readonly Field[], of: FieldOf, values: FieldValues): readonly FieldFact[] =>
  fields
    .filter((field) => field.of === of && values[field.fieldId] !== undefined)
    .toSorted((a, b) => Number(a.isRetired) - Number(b.isRetired) || a.position - b.position)
    .map(({ fieldId, name, type }) => ({ fieldId, name, text: valueWords(type, values[fieldId] ?? '') }))
