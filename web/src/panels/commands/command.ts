import type { Beat, Call, CallType, PatrolUnit, UnitClass, UnitStatus } from '@tenfour/contract'

/** What a command is read against: the board as it is now, and who types. */
export type CommandContext = {
  /** Every command there is, the most used first. */
  readonly commands: readonly Command[]
  readonly units: readonly PatrolUnit[]
  readonly calls: ReadonlyMap<number, Call>
  readonly callTypes: readonly CallType[]
  readonly beats: readonly Beat[]
  /** One's own unit, while on duty. */
  readonly own: PatrolUnit | undefined
  /** A dispatcher here, or staff. */
  readonly mayDispatch: boolean
  /** The call shown in the call panel. */
  readonly openCallId: number | null
  /** Where units are, by user, as far as it is known. */
  readonly places: ReadonlyMap<number, { readonly x: number; readonly y: number }>
}

/** What Enter does. */
export type Intent =
  | { readonly kind: 'status'; readonly userId: number; readonly status: UnitStatus }
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

export type EmergencyClass = Exclude<UnitClass, 0>
export type Receiver = { readonly classes: EmergencyClass[] } | { readonly handlerUserId: number }

/** How sure it is that this was meant: written out, begun, or any text will do. */
export type Certainty = 'whole' | 'begun' | 'free'
export type Read<T> = { readonly value: T; readonly certainty: Certainty } | { readonly problem: string }

export type Suggestion = {
  /** What takes the place of what is being typed. */
  readonly insert: string
  readonly label: string
  readonly detail: string
}

/** One thing a command asks for. */
export type Slot<T> = {
  /** In the usage of the command: `<call>`. */
  readonly name: string
  /** What to type now: 'a call number'. */
  readonly hint: string
  /** One word, one or more words, a word or else everything left, everything left. */
  readonly span: 'one' | 'many' | 'phrase' | 'rest'
  readonly read: (parts: readonly string[], context: CommandContext) => Read<T>
  readonly suggest: (typed: string, context: CommandContext) => readonly Suggestion[]
  /** What is meant where it is left out; `next` is the word that stands in its place. Absent: it can't be. */
  readonly omitted?: (context: CommandContext, next: string | undefined) => { readonly value: T } | undefined
}

export type Step = { readonly words: string; readonly intent: Intent } | { readonly refusal: string }

export type Command = {
  /** Its place among all commands, in the help and where they are suggested: the lower, the earlier. */
  readonly rank: number
  readonly word: string
  readonly long: string
  /** In the help: 'Send units to a call'. */
  readonly does: string
  /** What else there is to know about it. */
  readonly note?: string
  readonly examples: readonly string[]
  /** Why this person can't use it at all; undefined where they can. */
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
  // The reader fills each key from the slot of that key, which is what the type says and the compiler can't follow.
  build: (values, context) => build(values as ValuesOf<S>, context),
})

/** `d <units> <call>`; what may be left out stands in brackets. */
export const usageOf = ({ word, slots }: Pick<Command, 'word' | 'slots'>): string =>
  [word, ...slots.map(({ slot }) => (slot.omitted ? `[${slot.name}]` : `<${slot.name}>`))].join(' ')

/** For what only dispatchers and staff do. */
export const dispatchOnly =
  (what: string) =>
  ({ mayDispatch }: CommandContext): string | undefined =>
    mayDispatch ? undefined : `Only dispatchers and staff can ${what}`
