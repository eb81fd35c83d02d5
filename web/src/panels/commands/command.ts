import type { Beat, Call, CallType, PatrolUnit, UnitClass } from '@tenfour/contract'
import type { Readable } from '../../platform/store/observable.ts'
import type { PanelId } from '../panel.ts'

/** The context for parsing a command: the current board and the user. */
export type CommandContext = {
  /** All commands, most used first. */
  readonly commands: readonly Command[]
  readonly units: readonly PatrolUnit[]
  readonly calls: ReadonlyMap<number, Call>
  readonly callTypes: readonly CallType[]
  readonly dispositions: readonly string[]
  readonly radioChannels: readonly string[]
  readonly beats: readonly Beat[]
  /** One's own unit, while on duty. */
  readonly own: PatrolUnit | undefined
  /** A dispatcher here, or staff. */
  readonly mayDispatch: boolean
  /** The call shown in the call panel. */
  readonly openCallId: number | null
  /** Known positions of units, by user. */
  readonly places: ReadonlyMap<number, { readonly x: number; readonly y: number }>
}

/** The action that Enter will take. */
export type Intent =
  /** `status` is one of the seven, or a status of the community's own. */
  | { readonly kind: 'status'; readonly userId: number; readonly status: number }
  | { readonly kind: 'assign'; readonly userIds: readonly number[]; readonly callId: number }
  | { readonly kind: 'release'; readonly userIds: readonly number[] }
  | { readonly kind: 'form'; readonly callTypeId: number | undefined }
  | {
      readonly kind: 'create'
      readonly callTypeId: number
      readonly location: string
      readonly narrative: string
      readonly unitIds: readonly number[]
    }
  | { readonly kind: 'open'; readonly callId: number }
  | { readonly kind: 'map'; readonly callId: number; readonly x: number; readonly y: number }
  | { readonly kind: 'select'; readonly userId: number }
  | { readonly kind: 'clear'; readonly callId: number; readonly disposition: string | undefined }
  | { readonly kind: 'log'; readonly callId: number; readonly message: string }
  | { readonly kind: 'merge'; readonly callId: number; readonly into: number }
  | { readonly kind: 'transfer'; readonly callId: number; readonly to: Receiver }
  | { readonly kind: 'primary'; readonly callId: number; readonly userId: number }
  | { readonly kind: 'ping'; readonly userId: number; readonly message: string }
  | { readonly kind: 'tone'; readonly classes: readonly EmergencyClass[]; readonly message: string }
  | { readonly kind: 'channel'; readonly userId: number; readonly channel: string }
  | { readonly kind: 'beat'; readonly userId: number; readonly beatId: number | null }
  | { readonly kind: 'panic'; readonly userId: number }
  | { readonly kind: 'help' }
  /** For features that the command line does not know. Returns whether it succeeded. */
  | { readonly kind: 'run'; readonly run: (deps: RunDeps) => boolean | Promise<boolean> }

export type RunDeps = {
  /** Brings a panel to the front. Focuses it too, unless the user was writing elsewhere. */
  readonly goTo: (panelId: PanelId) => void
  /** Why it did not succeed. The line is given back with this below it. */
  readonly report: (problem: string) => void
}

export type EmergencyClass = Exclude<UnitClass, 0>
export type Receiver = { readonly classes: EmergencyClass[] } | { readonly handlerUserId: number }

/** How certain a match is: complete, a prefix, or free text. */
export type Certainty = 'whole' | 'begun' | 'free'
export type Read<T> = { readonly value: T; readonly certainty: Certainty } | { readonly problem: string }

export type Suggestion = {
  /** Replaces the text being typed. */
  readonly insert: string
  readonly label: string
  readonly detail: string
}

/** One argument of a command. */
export type Slot<T> = {
  /** As in the usage text: `<call>`. */
  readonly name: string
  /** The words to type here: 'a call number'. */
  readonly hint: string
  /** One word, one or more words, one quoted word or else the rest, or the rest of the line. */
  readonly span: 'one' | 'many' | 'phrase' | 'rest'
  /** How many words are one, of those from here on: '10 50' is a code of two. */
  readonly width?: (words: readonly string[]) => number
  readonly read: (parts: readonly string[], context: CommandContext) => Read<T>
  readonly suggest: (typed: string, context: CommandContext) => readonly Suggestion[]
  /** For suggestions that have to be fetched: `want` asks for them, and `suggest` has them once this changes. */
  readonly fetched?: Readable<unknown> & { readonly want: (typed: string, context: CommandContext) => void }
  /** The value when left out; `next` is the word in its place. Absent: the slot is required. */
  readonly omitted?: (context: CommandContext, next: string | undefined) => { readonly value: T } | undefined
}

export type Step =
  | {
      /** The action that Enter will take, in words: 'Clear call 1042'. */
      readonly words: string
      /** The action once it is done: 'Call 1042 cleared'. Empty if the result is plain to see. */
      readonly done: string | ((callId: number) => string)
      readonly intent: Intent
    }
  | { readonly refusal: string }

export type Command = {
  /** Sort order in the help and in suggestions: lower comes first. */
  readonly rank: number
  readonly word: string
  readonly long: string
  /** As in the help: 'Send units to a call'. */
  readonly does: string
  /** Further details for the help. */
  readonly note?: string
  readonly examples: readonly string[]
  /** Why this user can't use it at all; undefined if they can. */
  readonly refusal: (context: CommandContext) => string | undefined
  readonly slots: readonly { readonly key: string; readonly slot: Slot<unknown> }[]
  readonly build: (values: Readonly<Record<string, unknown>>, context: CommandContext) => Step
}

type Slots = Readonly<Record<string, Slot<unknown>>>
type ValuesOf<S extends Slots> = { readonly [K in keyof S]: S[K] extends Slot<infer T> ? T : never }
type Declared<S extends Slots> = Pick<Command, 'rank' | 'word' | 'long' | 'does' | 'note' | 'examples'> & {
  readonly refusal?: Command['refusal']
  readonly slots: S
  readonly build: (values: ValuesOf<S>, context: CommandContext) => Step
}

/** The order of the slots is the order they are typed in. */
export const defineCommand = <const S extends Slots>({ slots, build, refusal = () => undefined, ...rest }: Declared<S>): Command => ({
  ...rest,
  refusal,
  slots: Object.entries(slots).map(([key, slot]) => ({ key, slot })),
  // The parser fills each key from the slot of that key, which the compiler can't verify.
  build: (values, context) => build(values as ValuesOf<S>, context),
})

/** `d <units> <call>`; optional slots are in brackets. */
export const usageOf = ({ word, slots }: Pick<Command, 'word' | 'slots'>): string =>
  [word, ...slots.map(({ slot }) => (slot.omitted ? `[${slot.name}]` : `<${slot.name}>`))].join(' ')

/** For commands reserved for dispatchers and staff. */
export const dispatchOnly =
  (action: string) =>
  ({ mayDispatch }: CommandContext): string | undefined =>
    mayDispatch ? undefined : `Only dispatchers and staff can ${action}`
