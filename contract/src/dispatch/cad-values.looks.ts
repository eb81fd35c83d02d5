import type { z } from 'zod'
import { UNIT_CLASS, UNIT_TYPE } from '../duty.ts'
import { CAD_VALUE_KINDS, type CadValueKind } from './cad-values.kinds.ts'
import { UNIT_STATUS } from './units.ts'

/** In a file of their own because only the pages of administration load the looks, and every page loads the kinds. */

export type CadValueChoice = { readonly value: string | number | boolean | null; readonly label: string }
/** How a form asks for a property of a value, and what a list calls it. */
export type CadValueField = {
  readonly label: string
  readonly help?: string
  /** A property that only the form shows, and not the list. */
  readonly isDetail?: boolean
} & (
  | { readonly input: 'text'; readonly max: number; readonly isCode?: boolean; readonly isLong?: boolean }
  | { readonly input: 'number'; readonly min: number; readonly max: number; readonly unit: string }
  | { readonly input: 'choice' | 'choices'; readonly choices: readonly CadValueChoice[]; readonly none?: string }
  /** A value of another kind, which the property `by` names, by its key or id; a text where it names no kind. */
  | { readonly input: 'reference'; readonly by: string; readonly max: number }
  /** Any number of values of another kind, or of departments, by their ids; or one or null. */
  /** How many of which values of another kind. */
  | { readonly input: 'counts'; readonly of: 'unit-type'; readonly max: number; readonly choices?: readonly CadValueChoice[] }
  | { readonly input: 'references'; readonly of: CadValueKind | 'department'; readonly none: string; readonly isOne?: boolean }
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

const PRIORITIES: readonly CadValueChoice[] = [
  { value: 1, label: '1, emergency' },
  { value: 2, label: '2, urgent' },
  { value: 3, label: '3, soon' },
  { value: 4, label: '4, routine' },
]
const CLASSES: readonly CadValueChoice[] = [
  { value: UNIT_CLASS.Leo, label: 'Police' },
  { value: UNIT_CLASS.Fire, label: 'Fire' },
  { value: UNIT_CLASS.Comms, label: 'Communications' },
  { value: UNIT_CLASS.Other, label: 'Civilians' },
]
const SOUNDS: readonly CadValueChoice[] = [
  { value: 'usual', label: 'As usual' },
  { value: 'newCallAssigned', label: 'New call' },
  { value: 'pingUnit', label: 'Ping' },
  { value: 'activeWarrants', label: 'Active warrants' },
  { value: 'expiredLicense', label: 'Expired licence' },
  { value: 'revokedLicense', label: 'Revoked licence' },
  { value: 'suspendedLicense', label: 'Suspended licence' },
  { value: 'stolenVehicle', label: 'Stolen vehicle' },
  { value: 'tone', label: 'Tone' },
  { value: 'callWaiting', label: 'Call waiting' },
  { value: 'panic', label: 'Panic' },
]

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
        choices: PRIORITIES,
      },
      classes: {
        label: 'Concerns',
        input: 'choices',
        choices: CLASSES,
      },
      opening: {
        label: 'Opens with',
        help: 'The narrative of a new call begins with it.',
        input: 'text',
        max: 1000,
        isLong: true,
        isDetail: true,
      },
      sound: { label: 'Sound', help: 'When a unit is sent to such a call.', input: 'choice', choices: SOUNDS, isDetail: true },
      colour: {
        label: 'Colour',
        help: 'Marks such calls in lists, beside their priority.',
        input: 'choice',
        choices: [{ value: 'none', label: 'None' }, ...COLOURS],
        isDetail: true,
      },
      recommend: {
        label: 'Recommend',
        help: 'Units of these types are recommended first.',
        input: 'references',
        of: 'unit-type',
        none: 'Any unit it concerns',
        isDetail: true,
      },
      needs: {
        label: 'Units needed',
        help: 'Dispatchers see what is still missing, and such units are recommended until they are there.',
        input: 'counts',
        of: 'unit-type',
        max: 20,
        isDetail: true,
      },
    },
    unique: 'code',
    usedBy: CALLS,
  },
  'emergency-number': {
    group: 'Calls',
    one: 'Number',
    many: 'Emergency numbers',
    usedIn: 'Where civilians call for help; dispatch sees which was called',
    fields: {
      code: { label: 'Number', help: 'In the game it is a command: 112 is /112.', input: 'text', max: 8, isCode: true },
      name: { label: 'Name', input: 'text', max: 40 },
      callType: {
        label: 'Opens as',
        help: 'Unless callers say what kind of help they need.',
        input: 'references',
        of: 'call-type',
        isOne: true,
        none: 'A 911 call',
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
  'unit-type': {
    group: 'Units',
    one: 'Unit type',
    many: 'Unit types',
    usedIn: 'Going on duty, and the units that a call type recommends',
    fields: {
      name: { label: 'Name', input: 'text', max: 30 },
      about: { label: 'Explanation', help: 'Shown where members go on duty.', input: 'text', max: 80, isDetail: true },
      class: { label: 'For', input: 'choice', choices: CLASSES },
      countsAs: {
        label: 'Counts as',
        help: 'Game servers, integrations and the map treat it as this one.',
        input: 'choice',
        choices: [
          { value: UNIT_TYPE.Patrol, label: 'Patrol' },
          { value: UNIT_TYPE.Air, label: 'Air' },
          { value: UNIT_TYPE.Dispatcher, label: 'Dispatcher' },
        ],
      },
    },
    unique: 'name',
    usedBy: UNITS,
  },
  'welfare-time': {
    group: 'Units',
    one: 'Welfare time',
    many: 'Welfare times',
    usedIn: 'Status checks of units in the field; the first in the list that fits a unit counts',
    fields: {
      name: { label: 'Name', input: 'text', max: 60 },
      statuses: { label: 'Statuses', input: 'references', of: 'status', none: 'None' },
      priorities: {
        label: 'Priorities',
        help: 'Of the unit’s call. None of them: with any call, or without.',
        input: 'choices',
        choices: PRIORITIES,
        none: 'Any',
      },
      amber: { label: 'Amber after', input: 'number', min: 1, max: 1440, unit: 'min' },
      red: { label: 'Red after', input: 'number', min: 1, max: 1440, unit: 'min' },
    },
    unique: 'name',
    usedBy: null,
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
      departments: {
        label: 'Departments',
        help: 'Members of other departments are not offered it.',
        input: 'references',
        of: 'department',
        none: 'All departments',
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
      days: { label: 'Valid for', help: '0: as long as the settings say.', input: 'number', min: 0, max: 3650, unit: 'days' },
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
      meaning: { label: 'A hit means', help: 'Such as “May not drive”.', input: 'text', max: 80 },
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
      address: { label: 'Address or postal', input: 'text', max: 60 },
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
