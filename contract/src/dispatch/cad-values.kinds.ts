import { z } from 'zod'
import { UNIT_CLASS, UnitClass } from '../duty.ts'
import type { FileColumn } from '../files.ts'
import { countedList, Id, trimmed, Version } from '../values.ts'
import { CallPriority } from './calls.ts'
import type { RadioCode } from './codes.ts'
import { BeatArea, RadioChannel, UNIT_STATUS, UnitStatus } from './units.ts'

type Choice = { readonly value: string | number; readonly label: string }
/** How a form asks for a property of a value, and what a list calls it. */
export type CadValueField = { readonly label: string; readonly help?: string } & (
  | { readonly input: 'text'; readonly max: number; readonly isCode?: boolean }
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

/** A kind of values that a community makes its own: what each consists of, and how it is listed, asked for and checked. */
const defineKind = <K extends string, S extends z.ZodRawShape>(kind: K, content: S, look: Look<S>) => ({
  ...look,
  kind,
  content: z.object(content),
  value: z.object({
    kind: z.literal(kind),
    valueId: z.int(),
    /** The code that a call type was made with, by which the portal, game servers and integrations name it. */
    key: z.string().nullable(),
    content: z.object(content),
    /** The place in lists, from 1. */
    position: z.int(),
    /** The portal came with it: it can be made as it was. */
    isShipped: z.boolean(),
    /** A retired value is no longer offered; what has it keeps it. */
    isRetired: z.boolean(),
    version: z.int(),
  }),
  input: z.object({ ...content, kind: z.literal(kind) }),
  edit: z.object({ ...content, kind: z.literal(kind), version: Version }),
})

const nameOf = (most: number) => trimmed(most, `A name has at most ${most} characters`).min(1, 'Enter a name')

const CALLS = { one: 'call', many: 'calls' }
const UNITS = { one: 'unit', many: 'units' }

const callTypes = defineKind(
  'call-type',
  {
    code: trimmed(16, 'A code has at most 16 characters').min(1, 'Enter a code'),
    name: nameOf(60),
    priority: CallPriority,
    classes: countedList(
      z
        .array(UnitClass)
        .min(1, 'Choose who is concerned')
        .max(4, 'Name each class once')
        .refine((classes) => new Set(classes).size === classes.length, 'Name each class once'),
    ),
  },
  {
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
)

const dispositions = defineKind(
  'disposition',
  { name: nameOf(80) },
  {
    group: 'Calls',
    one: 'Disposition',
    many: 'Dispositions',
    usedIn: 'Offered when a call is cleared; any other text is accepted too',
    fields: { name: { label: 'Name', input: 'text', max: 80 } },
    unique: 'name',
    usedBy: CALLS,
  },
)

const radioCodes = defineKind(
  'radio-code',
  {
    code: trimmed(16, 'A code has at most 16 characters')
      .min(1, 'Enter a code')
      .regex(/\D/u, 'A number alone opens a call: add a letter or a hyphen'),
    means: z.enum(['status', 'call-type', 'command'], 'Choose what it stands for'),
    target: trimmed(60, 'At most 60 characters').min(1, 'Choose what it stands for'),
  },
  {
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
)

/** A 10-code of the community with its meaning. */
export function radioCodeOf({ content: { code, means, target } }: { readonly content: z.infer<typeof radioCodes.content> }): RadioCode {
  if (means === 'status') return { code, status: Number(target) }
  return means === 'call-type' ? { code, callType: target.toUpperCase() } : { code, command: target }
}

/** The colours that a status may have. Each is told from the others in both themes. */
export const StatusColour = z.enum(['available', 'busy', 'en-route', 'on-scene', 'custody', 'off'])
export type StatusColour = z.infer<typeof StatusColour>

const statuses = defineKind(
  'status',
  {
    name: nameOf(30),
    short: trimmed(14, 'A short name has at most 14 characters').min(1, 'Enter a short name'),
    tone: StatusColour,
    countsAs: UnitStatus,
  },
  {
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
        choices: [
          { value: 'available', label: 'Green' },
          { value: 'busy', label: 'Amber' },
          { value: 'en-route', label: 'Blue' },
          { value: 'on-scene', label: 'Red' },
          { value: 'custody', label: 'Violet' },
          { value: 'off', label: 'Grey' },
        ],
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
)

const radioChannels = defineKind(
  'radio-channel',
  { name: RadioChannel.min(1, 'Enter a name') },
  {
    group: 'Units',
    one: 'Radio channel',
    many: 'Radio channels',
    usedIn: 'Offered to units; any other channel is accepted too',
    fields: { name: { label: 'Name', input: 'text', max: 16, isCode: true } },
    unique: 'name',
    usedBy: UNITS,
  },
)

const beats = defineKind(
  'beat',
  { name: nameOf(40), area: BeatArea },
  {
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
)

const vehicleModels = defineKind(
  'vehicle-model',
  { name: nameOf(60) },
  {
    group: 'Records',
    one: 'Vehicle model',
    many: 'Vehicle models',
    usedIn: 'Offered where vehicles are registered; any other model is accepted too',
    fields: { name: { label: 'Name', input: 'text', max: 60 } },
    unique: 'name',
    usedBy: { one: 'vehicle', many: 'vehicles' },
  },
)

const weaponModels = defineKind(
  'weapon-model',
  { name: nameOf(60) },
  {
    group: 'Records',
    one: 'Weapon model',
    many: 'Weapon models',
    usedIn: 'Offered where weapons are registered; any other model is accepted too',
    fields: { name: { label: 'Name', input: 'text', max: 60 } },
    unique: 'name',
    usedBy: { one: 'weapon', many: 'weapons' },
  },
)

/** All kinds in the order of the page. Another kind costs its declaration and a place here. */
const KINDS = [callTypes, dispositions, radioCodes, statuses, radioChannels, beats, vehicleModels, weaponModels] as const
type Kind = (typeof KINDS)[number]
type Parts<P extends 'kind' | 'value' | 'input' | 'edit', T extends readonly Kind[] = typeof KINDS> = { [I in keyof T]: T[I][P] }
/** The compiler does not know that the result of `map` is as long as the list. */
const partsOf = <P extends 'kind' | 'value' | 'input' | 'edit'>(part: P) => KINDS.map((each) => each[part]) as unknown as Parts<P>

export const CAD_VALUE_KINDS = Object.fromEntries(KINDS.map((each) => [each.kind, each])) as unknown as {
  readonly [K in Kind['kind']]: Extract<Kind, { kind: K }>
}
export const CadValueKind = z.enum(partsOf('kind'))
export type CadValueKind = z.infer<typeof CadValueKind>

export const CadValue = z.discriminatedUnion('kind', partsOf('value'))
export type CadValue = z.infer<typeof CadValue>
export type CadValueOf<K extends CadValueKind> = Extract<CadValue, { kind: K }>
export const CadValueInput = z.discriminatedUnion('kind', partsOf('input'))
export type CadValueInput = z.infer<typeof CadValueInput>
export const CadValueEdit = z.discriminatedUnion('kind', partsOf('edit'))
export type CadValueEdit = z.infer<typeof CadValueEdit>

/** A kind whatever its values consist of. */
export type AnyCadValueKind = Pick<Look<z.ZodRawShape>, 'group' | 'one' | 'many' | 'usedIn' | 'unique' | 'usedBy'> & {
  readonly content: z.ZodType<CadValueContent, CadValueContent>
  readonly fields: Readonly<Record<string, CadValueField>>
}
export type CadValueContent = Record<string, unknown>
const ANY_KINDS: Readonly<Record<CadValueKind, AnyCadValueKind>> = CAD_VALUE_KINDS
export const cadValueKind = (kind: CadValueKind): AnyCadValueKind => ANY_KINDS[kind]
export const cadValueFields = (kind: CadValueKind): readonly (readonly [string, CadValueField])[] => Object.entries(ANY_KINDS[kind].fields)

/** The code and name of a value, or its name alone. */
export const cadValueTitle = (content: Readonly<CadValueContent>): string =>
  [content['code'], content['name']].filter((each) => typeof each === 'string').join(' ')

/** The property of a value as it is read, exported and imported: a choice by its label. */
export function cadValueText(field: CadValueField, given: unknown): string {
  if (field.input === 'text' || field.input === 'reference') return typeof given === 'string' ? given : ''
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
  const choose = (typed: string): unknown =>
    field.choices.find(({ value, label }) => [label, label.split(',')[0] ?? '', String(value)].some((name) => plain(name) === plain(typed)))
      ?.value ?? typed
  if (field.input === 'choice') return choose(text)
  return text.split(/[,;/]/u).flatMap((typed) => (typed.trim() === '' ? [] : [choose(typed)]))
}

/** The columns of a file with values of a kind. */
export const cadValueColumns = (kind: CadValueKind): readonly FileColumn[] =>
  cadValueFields(kind).map(([name, field]) => ({ name, aliases: [field.label], isRequired: true, help: helpOf(field) }))

function helpOf(field: CadValueField): string {
  if (field.input === 'text') return `At most ${field.max} characters`
  if (field.input === 'reference') return 'The key of a call type, the number of a status, or the beginning of a command'
  const labels = field.choices.map(({ label }) => `“${label}”`).join(', ')
  return field.input === 'choice' ? `One of ${labels}` : `One or more of ${labels}, with commas between them`
}

/** How many values of a kind may be in use. */
export const MAX_CAD_VALUES = 300
/** How many values of a kind may be retired. */
export const MAX_RETIRED_CAD_VALUES = 500

const NEEDED_CALL_TYPES: ReadonlySet<string> = new Set(['911', 'PANIC'])

/** Why a value can be changed, but not retired; undefined if it can be. */
export function whyNeeded({ kind, key, isShipped }: Pick<CadValue, 'kind' | 'key' | 'isShipped'>): string | undefined {
  if (kind === 'status' && isShipped) return 'The portal sets this status itself, so that it stays'
  return key !== null && NEEDED_CALL_TYPES.has(key) ? 'The portal makes calls of this type itself, so that it stays' : undefined
}

export const CadValueOrder = z.object({
  kind: CadValueKind,
  valueIds: countedList(z.array(Id).min(1, 'Name the values').max(MAX_CAD_VALUES, `At most ${MAX_CAD_VALUES} values`)),
})
