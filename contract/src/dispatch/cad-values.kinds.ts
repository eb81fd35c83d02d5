import { z } from 'zod'
import { UNIT_CLASS, UnitClass } from '../duty.ts'
import { countedList, Id, trimmed, Version } from '../values.ts'
import { CallPriority } from './calls.ts'
import { BeatArea, RadioChannel } from './units.ts'

type Choice = { readonly value: string | number; readonly label: string }
/** How a form asks for a property of a value, and what a list calls it. */
export type CadValueField = { readonly label: string; readonly help?: string } & (
  | { readonly input: 'text'; readonly max: number; readonly isCode?: boolean }
  | { readonly input: 'choice' | 'choices'; readonly choices: readonly Choice[] }
)

type Look<S extends z.ZodRawShape> = {
  readonly group: 'Calls' | 'Units' | 'Places'
  readonly one: string
  readonly many: string
  /** Where members meet these values. */
  readonly usedIn: string
  readonly fields: { readonly [K in keyof S & string]: CadValueField }
  /** The property that no two values in use may share. */
  readonly unique: keyof S & string
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
  },
)

export const CAD_VALUE_KINDS = {
  'call-type': callTypes,
  disposition: dispositions,
  'radio-channel': radioChannels,
  beat: beats,
} as const
export const CadValueKind = z.enum(['call-type', 'disposition', 'radio-channel', 'beat'])
export type CadValueKind = z.infer<typeof CadValueKind>

export const CadValue = z.discriminatedUnion('kind', [callTypes.value, dispositions.value, radioChannels.value, beats.value])
export type CadValue = z.infer<typeof CadValue>
export type CadValueOf<K extends CadValueKind> = Extract<CadValue, { kind: K }>
export const CadValueInput = z.discriminatedUnion('kind', [callTypes.input, dispositions.input, radioChannels.input, beats.input])
export type CadValueInput = z.infer<typeof CadValueInput>
export const CadValueEdit = z.discriminatedUnion('kind', [callTypes.edit, dispositions.edit, radioChannels.edit, beats.edit])
export type CadValueEdit = z.infer<typeof CadValueEdit>

/** How many values of a kind may be in use. */
export const MAX_CAD_VALUES = 300
/** How many values of a kind may be retired. */
export const MAX_RETIRED_CAD_VALUES = 500

/** The portal itself makes calls of these types, by the codes they came with: they can be changed, but not retired. */
export const NEEDED_CALL_TYPES: ReadonlySet<string> = new Set(['911', 'PANIC'])

export const CadValueOrder = z.object({
  kind: CadValueKind,
  valueIds: countedList(z.array(Id).min(1, 'Name the values').max(MAX_CAD_VALUES, `At most ${MAX_CAD_VALUES} values`)),
})
