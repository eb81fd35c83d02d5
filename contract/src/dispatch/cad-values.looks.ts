import type { z } from 'zod'
import { UNIT_CLASS } from '../duty.ts'
import type { FileColumn } from '../files.ts'
import { CAD_VALUE_KINDS, type CadValueKind } from './cad-values.kinds.ts'
import { UNIT_STATUS } from './units.ts'

/** In a file of their own because only the pages of administration load the looks, and every page loads the kinds. */

type Choice = { readonly value: string | number | boolean; readonly label: string }
/** How a form asks for a property of a value, and what a list calls it. */
export type CadValueField = { readonly label: string; readonly help?: string } & (
  | { readonly input: 'text'; readonly max: number; readonly isCode?: boolean; readonly isOptional?: boolean }
  | { readonly input: 'number'; readonly min: number; readonly max: number }
  | { readonly input: 'choice' | 'choices'; readonly choices: readonly Choice[] }
  /** A value of another kind, which the property `by` names, by its key or id; a text where it names no kind. */
  | { readonly input: 'reference'; readonly by: string; readonly max: number }
)

type Look<S extends z.ZodRawShape> = {
  readonly group: 'Calls' | 'Units' | 'Places' | 'Records'
  readonly one: string
  readonly many: string
  /** Where members meet these values. */
  readonly usedIn: string
  readonly fields: { readonly [K in keyof S & string]: CadValueField }
  /** The property that no two values in use may share. */
  readonly unique: keyof S & string
  /** The records that are counted by value: 'call', 'calls'. Null where nothing is counted. */
  readonly usedBy: { readonly one: string; readonly many: string } | null
}

const COLOURS = [
  { value: 'available', label: 'Green' },
  { value: 'en-route', label: 'Amber' },
  { value: 'on-scene', label: 'Red' },
  { value: 'busy', label: 'Violet' },
  { value: 'custody', label: 'Blue' },
  { value: 'off', label: 'Grey' },
] as const
const CALLS = { one: 'call', many: 'calls' }
const UNITS = { one: 'unit', many: 'units' }

const LOOKS: { readonly [K in CadValueKind]: Look<(typeof CAD_VALUE_KINDS)[K]['content']['shape']> } = {
  'call-type': {
    group: 'Calls',
    one: 'Call type',
    many: 'Call types',
    usedIn: 'New calls, 911, the command line and the game',
    fields: {
      code: { label: 'Code', input: 'text', max: 16, isCode: true },
      name: { label: 'Name', input: 'text', max: 60 },
      priority: {
        label: 'Priority',
        input: 'choice',
        choices: [
          { value: 1, label: '1, emergency' },
          { value: 2, label: '2, urgent' },
          { value: 3, label: '3, soon' },
          { value: 4, label: '4, routine' },
        ],
      },
      classes: {
        label: 'Concerns',
        input: 'choices',
        choices: [
          { value: UNIT_CLASS.Leo, label: 'Police' },
          { value: UNIT_CLASS.Fire, label: 'Fire' },
          { value: UNIT_CLASS.Comms, label: 'Communications' },
          { value: UNIT_CLASS.Other, label: 'Civilians' },
        ],
      },
    },
    unique: 'code',
    usedBy: CALLS,
  },
  disposition: {
    group: 'Calls',
    one: 'Disposition',
    many: 'Dispositions',
    usedIn: 'Offered when a call is cleared; any other text is accepted too',
    fields: { name: { label: 'Name', input: 'text', max: 80 } },
    unique: 'name',
    usedBy: CALLS,
  },
  'radio-code': {
    group: 'Calls',
    one: '10-code',
    many: '10-codes',
    usedIn: 'The command line, the search of calls and types, and the help',
    fields: {
      code: { label: 'Code', input: 'text', max: 16, isCode: true },
      means: {
        label: 'Stands for',
        input: 'choice',
        choices: [
          { value: 'status', label: 'A status' },
          { value: 'call-type', label: 'A call type' },
          { value: 'command', label: 'A command' },
        ],
      },
      target: {
        label: 'Which',
        help: 'A command may be its beginning only; <call> stands for the number of a call.',
        input: 'reference',
        by: 'means',
        max: 60,
      },
    },
    unique: 'code',
    usedBy: null,
  },
  status: {
    group: 'Units',
    one: 'Status',
    many: 'Statuses',
    usedIn: 'The status bar, lists of units, the map and logs',
    fields: {
      name: { label: 'Name', input: 'text', max: 30 },
      short: { label: 'Short name', input: 'text', max: 14 },
      tone: {
        label: 'Colour',
        input: 'choice',
        choices: COLOURS,
      },
      countsAs: {
        label: 'Counts as',
        help: 'Game servers, integrations, hours and welfare checks treat it as this one.',
        input: 'choice',
        choices: [
          { value: UNIT_STATUS.inService, label: 'In service' },
          { value: UNIT_STATUS.enRoute, label: 'En route' },
          { value: UNIT_STATUS.onScene, label: 'On scene' },
          { value: UNIT_STATUS.subjectInCustody, label: 'Subject in custody' },
          { value: UNIT_STATUS.outOfService, label: 'Out of service' },
          { value: UNIT_STATUS.offDuty, label: 'Off duty' },
          { value: UNIT_STATUS.busy, label: 'Busy' },
        ],
      },
    },
    unique: 'name',
    usedBy: UNITS,
  },
  'radio-channel': {
    group: 'Units',
    one: 'Radio channel',
    many: 'Radio channels',
    usedIn: 'Offered to units; any other channel is accepted too',
    fields: { name: { label: 'Name', input: 'text', max: 16, isCode: true } },
    unique: 'name',
    usedBy: UNITS,
  },
  beat: {
    group: 'Places',
    one: 'Beat',
    many: 'Beats',
    usedIn: 'Going on duty, the list of units and patrols',
    fields: {
      name: { label: 'Name', input: 'text', max: 40 },
      area: {
        label: 'Area',
        input: 'choice',
        choices: [
          { value: 'Twin Falls', label: 'City' },
          { value: 'Twin Falls County', label: 'County' },
          { value: 'Both', label: 'City and county' },
        ],
      },
    },
    unique: 'name',
    usedBy: UNITS,
  },
  flag: {
    group: 'Records',
    one: 'Flag',
    many: 'Flags',
    usedIn: 'Set on people, vehicles and weapons by police and communications, who see them in lookups',
    fields: {
      name: { label: 'Name', input: 'text', max: 40 },
      on: {
        label: 'Set on',
        input: 'choices',
        choices: [
          { value: 'person', label: 'People' },
          { value: 'vehicle', label: 'Vehicles' },
          { value: 'weapon', label: 'Weapons' },
        ],
      },
      tone: { label: 'Colour', input: 'choice', choices: COLOURS },
      severity: {
        label: 'Severity',
        help: 'The most severe flags come first, and say so in their colour where officers are warned.',
        input: 'choice',
        choices: [
          { value: 'high', label: 'High' },
          { value: 'medium', label: 'Medium' },
          { value: 'low', label: 'Low' },
        ],
      },
      warns: {
        label: 'Officers',
        help: 'A warning stands above the record, with its sound, and the game says it too.',
        input: 'choice',
        choices: [
          { value: true, label: 'Are warned' },
          { value: false, label: 'Read it on the record' },
        ],
      },
    },
    unique: 'name',
    usedBy: { one: 'record', many: 'records' },
  },
  'licence-type': {
    group: 'Records',
    one: 'Licence type',
    many: 'Licence types',
    usedIn: 'Applied for by civilians; granted, suspended and looked up by officers',
    fields: {
      name: { label: 'Name', input: 'text', max: 40 },
      format: {
        label: 'Number format',
        help: '# stands for a digit and @ for a letter. A licence gets its number when it is granted, and keeps it.',
        input: 'text',
        max: 20,
        isCode: true,
      },
      days: { label: 'Valid for, in days', help: '0: as long as the settings say.', input: 'number', min: 0, max: 3650 },
      concerns: {
        label: 'A hit in lookups of',
        help: 'Where officers are told that it has expired, or is suspended or revoked.',
        input: 'choice',
        choices: [
          { value: 'vehicle', label: 'The person and their vehicles' },
          { value: 'weapon', label: 'The person and their weapons' },
          { value: 'person', label: 'The person' },
        ],
      },
      meaning: { label: 'A hit means', help: 'Such as “May not drive”.', input: 'text', max: 80, isOptional: true },
    },
    unique: 'name',
    usedBy: { one: 'licence', many: 'licences' },
  },
  'impound-lot': {
    group: 'Places',
    one: 'Impound lot',
    many: 'Impound lots',
    usedIn: 'Chosen where police impound a vehicle; any other place is accepted too',
    fields: {
      name: { label: 'Name', input: 'text', max: 40 },
      address: { label: 'Address or postal', input: 'text', max: 60, isOptional: true },
    },
    unique: 'name',
    usedBy: { one: 'impounded vehicle', many: 'impounded vehicles' },
  },
  'vehicle-model': {
    group: 'Records',
    one: 'Vehicle model',
    many: 'Vehicle models',
    usedIn: 'Offered where vehicles are registered; any other model is accepted too',
    fields: { name: { label: 'Name', input: 'text', max: 60 } },
    unique: 'name',
    usedBy: { one: 'vehicle', many: 'vehicles' },
  },
  'weapon-model': {
    group: 'Records',
    one: 'Weapon model',
    many: 'Weapon models',
    usedIn: 'Offered where weapons are registered; any other model is accepted too',
    fields: { name: { label: 'Name', input: 'text', max: 60 } },
    unique: 'name',
    usedBy: { one: 'weapon', many: 'weapons' },
  },
}

export type CadValueContent = Record<string, unknown>
/** A kind whatever its values consist of. */
export type AnyCadValueKind = Omit<Look<z.ZodRawShape>, 'fields'> & {
  readonly content: z.ZodType<CadValueContent, CadValueContent>
  readonly fields: Readonly<Record<string, CadValueField>>
}
const ANY_LOOKS: Readonly<Record<CadValueKind, Omit<AnyCadValueKind, 'content'>>> = LOOKS
const ANY_CONTENTS: Readonly<Record<CadValueKind, Pick<AnyCadValueKind, 'content'>>> = CAD_VALUE_KINDS
export const cadValueKind = (kind: CadValueKind): AnyCadValueKind => ({ ...ANY_LOOKS[kind], content: ANY_CONTENTS[kind].content })
export const cadValueFields = (kind: CadValueKind): readonly (readonly [string, CadValueField])[] => Object.entries(ANY_LOOKS[kind].fields)

/** The code and name of a value, or its name alone. */
export const cadValueTitle = (content: Readonly<CadValueContent>): string =>
  [content['code'], content['name']].filter((each) => typeof each === 'string').join(' ')

/** The property of a value as it is read, exported and imported: a choice by its label. */
export function cadValueText(field: CadValueField, given: unknown): string {
  if (field.input === 'text' || field.input === 'reference') return typeof given === 'string' ? given : ''
  if (field.input === 'number') return typeof given === 'number' ? String(given) : ''
  const chosen: readonly unknown[] = Array.isArray(given) ? given : [given]
  return field.choices
    .filter(({ value }) => chosen.includes(value))
    .map(({ label }) => label)
    .join(', ')
}

const plain = (text: string): string => text.trim().toLowerCase()
/** The property as a cell of a file has it: choices by label, the beginning of the label, or value. Any other text stays as it is, and is refused. */
export function cadValueFromText(field: CadValueField, text: string): unknown {
  if (field.input === 'text' || field.input === 'reference') return text
  if (field.input === 'number') return /^\d+$/u.test(text.trim()) ? Number(text) : text
  const choose = (typed: string): unknown =>
    field.choices.find(({ value, label }) => [label, label.split(',')[0] ?? '', String(value)].some((name) => plain(name) === plain(typed)))
      ?.value ?? typed
  if (field.input === 'choice') return choose(text)
  return text.split(/[,;/]/u).flatMap((typed) => (typed.trim() === '' ? [] : [choose(typed)]))
}

/** The columns of a file with values of a kind. */
export const cadValueColumns = (kind: CadValueKind): readonly FileColumn[] =>
  cadValueFields(kind).map(([name, field]) => ({
    name,
    aliases: [field.label],
    isRequired: !('isOptional' in field && field.isOptional),
    help: helpOf(field),
  }))

function helpOf(field: CadValueField): string {
  if (field.input === 'text') return `At most ${field.max} characters`
  if (field.input === 'number') return `A whole number from ${field.min} to ${field.max}`
  if (field.input === 'reference') return 'The key of a call type, the number of a status, or the beginning of a command'
  const labels = field.choices.map(({ label }) => `“${label}”`).join(', ')
  return field.input === 'choice' ? `One of ${labels}` : `One or more of ${labels}, with commas between them`
}
