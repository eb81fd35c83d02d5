import { z } from 'zod'
import { countedList, countedMap, INT_MAX, text, trimmed, Version } from '../values.ts'
import { FieldOf } from './fields.values.ts'

/** Fields that a community adds to characters, vehicles and each kind of report. */

/** How many fields of a kind may be in use. */
export const MAX_FIELDS = 30
/** How many fields of a kind may be retired. */
export const MAX_RETIRED_FIELDS = 200
export const MAX_FIELD_OPTIONS = 50
export const MAX_FIELD_TEXT = 500
/** How many characters the values of one record may have together: as many as all fields in use can hold, and a third more for retired ones. */
export const MAX_FIELDS_TEXT = 20_000

export const FieldType = z.enum(['text', 'number', 'date', 'choice', 'flag'])
export type FieldType = z.infer<typeof FieldType>
export const FIELD_TYPE_WORDS: Readonly<Record<FieldType, string>> = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  choice: 'Choice',
  flag: 'Yes or no',
}

/**
 * Who sees a field. On a character or vehicle, its owner fills it in if they see it; otherwise units on duty do. On a report, its writer does, and
 * `owner` means that it is on the copy for the person concerned too.
 */
export const FieldAudience = z.enum(['owner', 'police', 'fire'])
export type FieldAudience = z.infer<typeof FieldAudience>

const fields = z.object({
  name: trimmed(40, 'A name has at most 40 characters').min(1, 'Enter a name'),
  help: trimmed(160, 'At most 160 characters').default(''),
  /** The options of a choice; empty for other types. */
  options: countedList(
    z
      .array(trimmed(80, 'An option has at most 80 characters').min(1, 'Enter an option'))
      .max(MAX_FIELD_OPTIONS, `At most ${MAX_FIELD_OPTIONS} options`),
  ).default([]),
  isRequired: z.boolean(),
  audience: countedList(z.array(FieldAudience).min(1, 'Choose who sees it').max(3, 'Name each audience once')),
})

/** The properties of a field that may be changed later. */
export const FieldEdit = fields.extend({ version: Version })

export const FieldInput = fields.extend({ of: FieldOf, type: FieldType })
export type FieldInput = z.infer<typeof FieldInput>

export const Field = FieldInput.extend({
  fieldId: z.int(),
  /** The position in forms, from 1. */
  position: z.int(),
  /** A retired field is no longer asked for; records that have a value keep it. */
  isRetired: z.boolean(),
  version: z.int(),
})
export type Field = z.infer<typeof Field>

/** The part of a field that a form needs to ask for it. */
export const AskedField = Field.pick({ fieldId: true, name: true, help: true, type: true, options: true, isRequired: true })
export type AskedField = z.infer<typeof AskedField>

const NUMBER_LIMIT = INT_MAX
const FieldValue = z.union([
  text(MAX_FIELD_TEXT, `At most ${MAX_FIELD_TEXT} characters`),
  z.number().min(-NUMBER_LIMIT, 'The number is too small').max(NUMBER_LIMIT, 'The number is too large'),
  z.boolean(),
])
export type FieldValue = z.infer<typeof FieldValue>
export const FieldValuesInput = countedMap(
  text(10).regex(/^[1-9]\d*$/, 'Name fields by their ids'),
  FieldValue,
  MAX_FIELDS + MAX_RETIRED_FIELDS,
  'Too many fields',
  { most: MAX_FIELDS_TEXT, tooLong: `The fields have at most ${MAX_FIELDS_TEXT.toLocaleString('en')} characters together` },
)

/** A record that has a value, as far as the caller may see it. */
export const FieldMatch = z.object({ of: FieldOf, id: z.int(), label: z.string(), value: z.string() })
export type FieldMatch = z.infer<typeof FieldMatch>
export const MAX_FIELD_MATCHES = 20
