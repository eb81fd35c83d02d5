import { z } from 'zod'
import { anyOf, cadDepartment, staff } from '../access.ts'
import { UnitClass, UnitType } from '../duty.ts'
import { countedList, Id, trimmed, Version } from '../values.ts'
import { CallPriority, CallTypeColour, CallTypeSound, EmergencyNumber, UnitNeed } from './calls.ts'
import type { RadioCode } from './codes.ts'
import { BeatArea, RadioChannel, StatusColour, UnitStatus } from './units.ts'

/** Who works with the values: everyone who may open the CAD, and staff. */
export const cadValueReaders = anyOf(cadDepartment, staff)

/** A property with a default may be left out of an input. It stays as it is then, or is the default in a new value. */
type Given<S extends z.ZodRawShape> = { [K in keyof S]: S[K] extends z.ZodDefault<infer T> ? z.ZodOptional<T> : S[K] }
/** The compiler does not know that the result of `map` has the keys of the shape. */
const given = <S extends z.ZodRawShape>(content: S) =>
  Object.fromEntries(
    Object.entries(content).map(([name, schema]) => [name, schema instanceof z.ZodDefault ? z.optional(schema.unwrap()) : schema]),
  ) as unknown as Given<S>

/** A kind of values that a community makes its own: what each consists of. */
const defineKind = <K extends string, S extends z.ZodRawShape>(kind: K, content: S) => ({
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
  input: z.object({ ...given(content), kind: z.literal(kind) }),
  edit: z.object({ ...given(content), kind: z.literal(kind), version: Version }),
})

const nameOf = (most: number) => trimmed(most, `A name has at most ${most} characters`).min(1, 'Enter a name')

const isEachOnce = (list: readonly unknown[]) => new Set(list).size === list.length
/** Ids of other values, each once. */
const idsOf = (what: string, most: number) =>
  countedList(z.array(Id).max(most, `At most ${most} ${what}`).refine(isEachOnce, 'Name each once')).default([])
const minutes = z.int('Enter whole minutes').min(1, 'At least a minute').max(1440, 'At most 1,440 minutes, a day')

const callTypes = defineKind('call-type', {
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
  /** The text that a new call begins with. */
  opening: trimmed(1000, 'A text has at most 1,000 characters').default(''),
  sound: CallTypeSound.default('usual'),
  colour: CallTypeColour.default('none'),
  /** Unit types of which units are recommended first, in the order of the list of unit types. */
  recommend: idsOf('unit types', 20),
  /** How many units of which types such a call needs. */
  needs: countedList(
    z
      .array(UnitNeed)
      .max(20, 'At most 20 unit types')
      .refine((needs) => isEachOnce(needs.map(({ typeId }) => typeId)), 'Name each once'),
  ).default([]),
})

const emergencyNumbers = defineKind('emergency-number', {
  code: EmergencyNumber,
  name: nameOf(40),
  /** The call type that calls to it open with, unless the caller chooses another; null for that of 911. */
  callType: Id.nullable().default(null),
})

const dispositions = defineKind('disposition', { name: nameOf(80) })

const radioCodes = defineKind('radio-code', {
  code: trimmed(16, 'A code has at most 16 characters')
    .min(1, 'Enter a code')
    .regex(/\D/u, 'A number alone opens a call: add a letter or a hyphen'),
  means: z.enum(['status', 'call-type', 'command'], 'Choose what it stands for'),
  target: trimmed(60, 'At most 60 characters').min(1, 'Choose what it stands for'),
})

/** A 10-code of the community with its meaning. */
export function radioCodeOf({ content: { code, means, target } }: { readonly content: z.infer<typeof radioCodes.content> }): RadioCode {
  if (means === 'status') return { code, status: Number(target) }
  return means === 'call-type' ? { code, callType: target.toUpperCase() } : { code, command: target }
}

const statuses = defineKind('status', {
  name: nameOf(30),
  short: trimmed(14, 'A short name has at most 14 characters').min(1, 'Enter a short name'),
  tone: StatusColour,
  countsAs: UnitStatus,
})

const radioChannels = defineKind('radio-channel', { name: RadioChannel.min(1, 'Enter a name') })

/** The records that a flag may be set on. */
export const Flagged = z.enum(['person', 'vehicle', 'weapon'])
export type Flagged = z.infer<typeof Flagged>
export const FlagSeverity = z.enum(['high', 'medium', 'low'], 'Choose how severe it is')
export type FlagSeverity = z.infer<typeof FlagSeverity>

const flags = defineKind('flag', {
  name: nameOf(40),
  on: countedList(
    z
      .array(Flagged)
      .min(1, 'Choose what it is set on')
      .max(3, 'Name each once')
      .refine((on) => new Set(on).size === on.length, 'Name each once'),
  ),
  tone: StatusColour,
  severity: FlagSeverity,
  warns: z.boolean('Choose whether officers are warned'),
})

/** The lookups in which a licence that is no longer valid is a hit, beside those of the person who holds it. */
export const LicenceConcerns = z.enum(['person', 'vehicle', 'weapon'], 'Choose which lookups warn of it')
export type LicenceConcerns = z.infer<typeof LicenceConcerns>

/** A number format: `#` is a digit and `@` a letter. */
const LICENCE_FORMAT = /^(?:[A-Za-z0-9 -]*[#@]){5,12}[A-Za-z0-9 -]*$/u
const licenceTypes = defineKind('licence-type', {
  name: nameOf(40),
  format: trimmed(20, 'A format has at most 20 characters').regex(
    LICENCE_FORMAT,
    'Letters, digits, spaces and hyphens, with five to twelve of # for a digit and @ for a letter',
  ),
  days: z.int('Enter a whole number').min(0, 'At least 0').max(3650, 'At most 3,650'),
  concerns: LicenceConcerns,
  meaning: trimmed(80, 'At most 80 characters').default(''),
})

/** The specification's licence types, which the portal came with. */
export const LICENCE_TYPE_IDS = { DRIVERS: 21, CCW: 22, CDL: 23 } as const

const impoundLots = defineKind('impound-lot', { name: nameOf(40), address: trimmed(60, 'At most 60 characters').default('') })

/** The flag that cautions are, which the portal came with. */
export const CAUTION_FLAG = 11

/** Each counts as one of the specification's types within a class; the shipped ones are these themselves. */
const unitTypes = defineKind('unit-type', {
  name: nameOf(30),
  about: trimmed(80, 'At most 80 characters').default(''),
  class: UnitClass,
  countsAs: UnitType,
})

/** Departments that have the beat; none for all of them. */
const beats = defineKind('beat', { name: nameOf(40), area: BeatArea, departments: idsOf('departments', 50) })

/** After how long in a status a unit is due for a status check. The first in the list that fits a unit counts. */
const welfareTimes = defineKind('welfare-time', {
  name: nameOf(60),
  statuses: countedList(z.array(Id).min(1, 'Choose a status').max(50, 'At most 50 statuses').refine(isEachOnce, 'Name each once')),
  /** Of the unit's call; none for any, and for units without a call. */
  priorities: countedList(z.array(CallPriority).max(4, 'Name each priority once').refine(isEachOnce, 'Name each priority once')).default(
    [],
  ),
  amber: minutes,
  red: minutes,
})

const vehicleModels = defineKind('vehicle-model', { name: nameOf(60) })

const weaponModels = defineKind('weapon-model', { name: nameOf(60) })

/** All kinds in the order of the page. Another kind costs its declaration and a place here. */
const KINDS = [
  callTypes,
  emergencyNumbers,
  dispositions,
  radioCodes,
  statuses,
  unitTypes,
  welfareTimes,
  radioChannels,
  beats,
  flags,
  licenceTypes,
  impoundLots,
  vehicleModels,
  weaponModels,
] as const
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

/** How many values of a kind may be in use. */
export const MAX_CAD_VALUES = 300
/** How many values of a kind may be retired. */
export const MAX_RETIRED_CAD_VALUES = 500

const NEEDED_CALL_TYPES: ReadonlySet<string> = new Set(['911', 'PANIC'])

/** Why a value can be changed, but not retired; undefined if it can be. */
export function whyNeeded({ kind, key, valueId, isShipped }: Pick<CadValue, 'kind' | 'key' | 'valueId' | 'isShipped'>): string | undefined {
  if (kind === 'licence-type' && valueId === LICENCE_TYPE_IDS.DRIVERS) return 'Reports give points on this licence, so that it stays'
  if (kind === 'status' && isShipped) return 'The portal sets this status itself, so that it stays'
  if (kind === 'unit-type' && isShipped) return 'Game servers and integrations name this unit type, so that it stays'
  return key !== null && NEEDED_CALL_TYPES.has(key) ? 'The portal makes calls of this type itself, so that it stays' : undefined
}

export const CadValueOrder = z.object({
  kind: CadValueKind,
  valueIds: countedList(z.array(Id).min(1, 'Name the values').max(MAX_CAD_VALUES, `At most ${MAX_CAD_VALUES} values`)),
})
