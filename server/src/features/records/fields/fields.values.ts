import { INT_MAX, MAX_FIELD_TEXT, type Field, type FieldAudience, type FieldOf, type FieldValue, type FieldValues } from '@tenfour/contract'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { listFields } from './fields.repo.ts'

/** Who fills in fields: the owner of a character or vehicle, a unit on duty, or the writer of a report. */
export type Filler = FieldAudience | 'writer'

/** On a character or vehicle, the owner fills in the fields they see, and units fill in the others. The writer of a report fills in all fields. */
export function isFilledBy({ audience }: Pick<Field, 'audience'>, filler: Filler): boolean {
  if (filler === 'writer' || filler === 'owner') return filler === 'writer' || audience.includes('owner')
  return !audience.includes('owner') && audience.includes(filler)
}

type Check = {
  /** The values before; empty for a new record. */
  readonly before: FieldValues
  readonly filler: Filler
  /** Whether required fields must have a value; false for drafts. */
  readonly isComplete: boolean
}

/**
 * Returns the values to store, or throws an error that names the field. Fields that the filler does not fill in, and retired fields, stay as they
 * are; a field that is left out or empty gets no value.
 */
export async function checkFields(tx: Db | Tx, of: FieldOf, values: FieldValues, check: Check): Promise<FieldValues> {
  return checkValues(await listFields(tx, of), values, check)
}

/** The same as `checkFields`, with definitions that were already read. */
export function checkValues(definitions: readonly Field[], values: FieldValues, { before, filler, isComplete }: Check): FieldValues {
  const known = new Set(definitions.map(({ fieldId }) => String(fieldId)))
  const unknown = Object.keys(values).find((fieldId) => !known.has(fieldId))
  if (unknown !== undefined) throw refuse(unknown, 'There is no such field')
  const checked: [string, FieldValue][] = []
  for (const field of definitions) {
    const value = isFilledBy(field, filler) ? filledIn(field, values, { before, isComplete }) : before[field.fieldId]
    if (value !== undefined) checked.push([String(field.fieldId), value])
  }
  return Object.fromEntries(checked)
}

function filledIn(field: Field, values: FieldValues, { before, isComplete }: Omit<Check, 'filler'>): FieldValue | undefined {
  const { fieldId, name } = field
  const [given, current] = [trimmedOrUndefined(values[fieldId]), before[fieldId]]
  if (field.isRetired) {
    if (given !== undefined && given !== current) throw refuse(fieldId, `${name} is no longer asked for`)
    return current
  }
  if (given === undefined) {
    if (field.isRequired && isComplete) throw refuse(fieldId, `Enter ${name}`)
    return undefined
  }
  if (given === current) return given
  const problem = problemWith(field, given)
  if (problem !== undefined) throw refuse(fieldId, problem)
  return given
}

const refuse = (fieldId: number | string, message: string) => new AppError('invalid_input', message, `fields.${fieldId}`)

const trimmedOrUndefined = (value: FieldValue | undefined): FieldValue | undefined =>
  typeof value === 'string' ? value.trim() || undefined : value

const FIRST_DAY = '1900-01-01'
const LAST_DAY = '2199-12-31'

/** Says what is wrong with a value; undefined if it can be stored. */
export function problemWith({ name, type, options }: Pick<Field, 'name' | 'type' | 'options'>, value: unknown): string | undefined {
  switch (type) {
    case 'text': {
      if (typeof value !== 'string') return `${name} is a text`
      return value.length > MAX_FIELD_TEXT ? `${name} has at most ${MAX_FIELD_TEXT} characters` : undefined
    }
    case 'number': {
      if (typeof value !== 'number' || !Number.isFinite(value)) return `${name} is a number`
      return Math.abs(value) > INT_MAX ? `${name} is at most ${INT_MAX.toLocaleString('en')}` : undefined
    }
    case 'date': {
      if (!z.iso.date().safeParse(value).success) return `${name} is a day, such as 2026-01-31`
      return String(value) < FIRST_DAY || String(value) > LAST_DAY ? `${name} is a day between 1900 and 2199` : undefined
    }
    case 'choice': {
      return typeof value === 'string' && options.includes(value) ? undefined : `Choose one of the options for ${name}`
    }
    case 'flag': {
      return typeof value === 'boolean' ? undefined : `${name} is yes or no`
    }
  }
}

/** The values that an audience may see, those of retired fields included. The definitions may belong to more kinds than this one. */
export function visibleFields(
  definitions: readonly Pick<Field, 'fieldId' | 'of' | 'audience'>[],
  of: FieldOf,
  values: FieldValues,
  audience: FieldAudience,
): FieldValues {
  return Object.fromEntries(
    definitions.flatMap(({ fieldId, of: kind, audience: seenBy }) => {
      const value = values[fieldId]
      return kind === of && value !== undefined && seenBy.includes(audience) ? [[String(fieldId), value]] : []
    }),
  )
}

export const isSameFields = (one: FieldValues, other: FieldValues): boolean =>
  [...Object.keys(one), ...Object.keys(other)].every((fieldId) => one[fieldId] === other[fieldId])

/** A value as text. */
export const valueText = (value: FieldValue | undefined): string => {
  if (value === undefined) return 'none'
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
}

/**
 * Describes the changed fields for all of `readers`: a field that one of them may not see is named without its values.
 */
export function describeChanges(
  definitions: readonly Field[],
  before: FieldValues,
  after: FieldValues,
  readers: readonly FieldAudience[],
): string[] {
  return definitions.flatMap(({ fieldId, name, audience }) => {
    const [was, is] = [before[fieldId], after[fieldId]]
    if (was === is) return []
    return readers.every((reader) => audience.includes(reader)) ? `${name} ${valueText(is)}, was ${valueText(was)}` : `${name} changed`
  })
}
