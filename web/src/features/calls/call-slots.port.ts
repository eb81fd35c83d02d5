import { DISPOSITIONS, isDispatcher, UNIT_CLASS, type Call, type CallType, type PatrolUnit } from '@tenfour/contract'
import type { CommandContext, EmergencyClass, Read, Slot, Suggestion } from '../../panels/commands/command.ts'
import { begunBy, keyOf, match, oneOf, type Candidate } from '../../panels/commands/match.ts'
import { readUnit, suggestUnits } from '../units/unit-slots.port.ts'
import { written } from '../../panels/commands/tokens.ts'

/** The call that is open, without its number. */
const THIS = '.'

export const callNumber = (typed: string): number | undefined => (/^#?\d{1,9}$/u.test(typed) ? Number(typed.replace('#', '')) : undefined)

function readNumber(typed: string, { openCallId }: CommandContext): Read<number> {
  if (typed === THIS)
    return openCallId === null ? { problem: 'No call is open: give its number' } : { value: openCallId, certainty: 'whole' }
  const number = callNumber(typed)
  return number === undefined ? { problem: `“${typed}” is no call number` } : { value: number, certainty: 'whole' }
}

function readCall(typed: string, context: CommandContext): Read<Call> {
  const read = readNumber(typed, context)
  if ('problem' in read) return read
  const call = context.calls.get(read.value)
  return call ? { value: call, certainty: read.certainty } : { problem: `Call ${read.value} is not on the board` }
}

export const placeOf = ({ location, postal }: Pick<Call, 'location' | 'postal'>): string => [location, postal].filter(Boolean).join(' ')

export function suggestCalls(typed: string, { calls, openCallId }: CommandContext): readonly Suggestion[] {
  const digits = typed.replace('#', '')
  const byUrgency = [...calls.values()].toSorted((a, b) => a.priority - b.priority || a.callId - b.callId)
  return byUrgency
    .filter(({ callId }) => String(callId).startsWith(digits) || (typed === THIS && callId === openCallId))
    .map((call) => ({
      insert: String(call.callId),
      label: String(call.callId),
      detail: [call.title, placeOf(call)].filter(Boolean).join(', '),
    }))
}

const oneCall: Slot<Call> = {
  name: 'call',
  hint: 'a call number',
  span: 'one',
  read: ([typed = ''], context) => readCall(typed, context),
  suggest: suggestCalls,
}

const ownCall = ({ own, calls }: CommandContext): Call | undefined =>
  own === undefined || own.callId === null ? undefined : calls.get(own.callId)
const looksLikeCall = (word: string | undefined): boolean => word === THIS || (word !== undefined && callNumber(word) !== undefined)

export const callSlot: Slot<Call> = oneCall
/** A call; the one that oneself is on where it is left out. What looks like a number always is one. */
export const callOrOwn: Slot<Call> = {
  ...oneCall,
  omitted: (context, next) => {
    const call = looksLikeCall(next) ? undefined : ownCall(context)
    return call && { value: call }
  },
}
/** Any call by number, one that is cleared too. */
export const numberOrOwn: Slot<number> = {
  ...oneCall,
  read: ([typed = ''], context) => readNumber(typed, context),
  omitted: (context, next) => {
    const call = looksLikeCall(next) ? undefined : ownCall(context)
    return call && { value: call.callId }
  },
}

const typeCandidates = ({ callTypes }: CommandContext): readonly Candidate<CallType>[] =>
  callTypes.map((value) => ({ value, names: [value.code, value.name, value.name.split(/\s+/u)] }))

export const typeSlot: Slot<CallType> = {
  name: 'type',
  hint: 'a type of call',
  span: 'one',
  read: ([typed = ''], context) => {
    const found = match(typeCandidates(context), typed)
    switch (found.kind) {
      case 'one':
        return { value: found.value, certainty: found.isExact ? 'whole' : 'begun' }
      case 'several':
        return { problem: `“${typed}” could be ${oneOf(found.values.map(({ code }) => code.toLowerCase()))}` }
      case 'none':
        return { problem: `There is no type of call “${typed}”` }
    }
  },
  suggest: (typed, context) =>
    begunBy(typeCandidates(context), typed).map(({ code, name, priority }) => ({
      insert: written(code.toLowerCase()),
      label: code.toLowerCase(),
      detail: `${name}, priority ${priority}`,
    })),
}
export const optionalType: Slot<CallType | undefined> = {
  ...typeSlot,
  omitted: (_, next) => (next === undefined ? { value: undefined } : undefined),
}

const CLASSES: readonly { readonly word: string; readonly also: readonly string[]; readonly classes: readonly EmergencyClass[] }[] = [
  { word: 'police', also: ['leo', 'pd'], classes: [UNIT_CLASS.Leo] },
  { word: 'fire', also: ['ems', 'medical', 'fd'], classes: [UNIT_CLASS.Fire] },
  { word: 'comms', also: ['communications', 'dispatch'], classes: [UNIT_CLASS.Comms] },
]
type ClassChoice = (typeof CLASSES)[number]
const both: ClassChoice = { word: 'both', also: ['all'], classes: [UNIT_CLASS.Leo, UNIT_CLASS.Fire] }
const everyone: ClassChoice = { word: 'all', also: ['everyone'], classes: [UNIT_CLASS.Leo, UNIT_CLASS.Comms, UNIT_CLASS.Fire] }

const classCandidates = (choices: readonly ClassChoice[]): readonly Candidate<ClassChoice>[] =>
  choices.map((value) => ({ value, names: [value.word], codes: value.also }))
const TONE_CLASSES = classCandidates([...CLASSES, everyone])
const TRANSFER_CLASSES = classCandidates([...CLASSES, both])

const suggestClasses = (candidates: readonly Candidate<ClassChoice>[], typed: string): readonly Suggestion[] =>
  begunBy(candidates, typed).map(({ word, classes }) => ({ insert: word, label: word, detail: wordsOf(classes) }))

const CLASS_WORDS: Readonly<Record<EmergencyClass, string>> = { 1: 'police', 2: 'communications', 3: 'fire and medical' }
export const wordsOf = (classes: readonly EmergencyClass[]): string =>
  classes.length === everyone.classes.length ? 'all units' : classes.map((each) => CLASS_WORDS[each]).join(', ')

export const classSlot: Slot<readonly EmergencyClass[]> = {
  name: 'class',
  hint: 'police, fire, comms or all',
  span: 'one',
  read: ([typed = '']) => {
    const found = match(TONE_CLASSES, typed)
    return found.kind === 'one'
      ? { value: found.value.classes, certainty: found.isExact ? 'whole' : 'begun' }
      : { problem: `“${typed}” is none of police, fire, comms and all` }
  },
  suggest: (typed) => suggestClasses(TONE_CLASSES, typed),
}

export type ReceiverChoice = { readonly classes: readonly EmergencyClass[] } | { readonly dispatcher: PatrolUnit }
const dispatchersOf = ({ units }: CommandContext): readonly PatrolUnit[] => units.filter(isDispatcher)

/** To a class, or to a dispatcher on duty. */
export const receiverSlot: Slot<ReceiverChoice> = {
  name: 'class or dispatcher',
  hint: 'police, fire, both or a dispatcher',
  span: 'one',
  read: ([typed = ''], context) => {
    const found = match(TRANSFER_CLASSES, typed)
    if (found.kind === 'one') return { value: { classes: found.value.classes }, certainty: found.isExact ? 'whole' : 'begun' }
    const read = readUnit(typed, { ...context, units: dispatchersOf(context) })
    return 'problem' in read
      ? { problem: `“${typed}” is neither police, fire, comms nor a dispatcher on duty` }
      : { ...read, value: { dispatcher: read.value } }
  },
  suggest: (typed, context) => [...suggestClasses(TRANSFER_CLASSES, typed), ...suggestUnits(typed, context, dispatchersOf(context))],
}

export const CLEAR = 'clear'
/** The word `clear`, where the call is to be cleared rather than opened. */
export const clearWord: Slot<boolean> = {
  name: CLEAR,
  hint: `“${CLEAR}”`,
  span: 'one',
  read: ([typed = '']) =>
    CLEAR.startsWith(keyOf(typed)) && keyOf(typed) !== ''
      ? { value: true, certainty: keyOf(typed) === CLEAR ? 'whole' : 'begun' }
      : { problem: `After the call only “${CLEAR}” makes sense, not “${typed}”` },
  suggest: (typed) => (CLEAR.startsWith(keyOf(typed)) ? [{ insert: CLEAR, label: CLEAR, detail: 'clear the call' }] : []),
  omitted: (_, next) => (next === undefined ? { value: false } : undefined),
}

const plainText = (name: string, hint: string): Slot<string> => ({
  name,
  hint,
  span: 'rest',
  read: ([typed = '']) => ({ value: typed, certainty: 'whole' }),
  suggest: () => [],
})
const maybe = (slot: Slot<string>): Slot<string> => ({ ...slot, omitted: (_, next) => (next === undefined ? { value: '' } : undefined) })

export const textSlot = plainText('text', 'what to write')
export const messageSlot = maybe(plainText('message', 'a message'))
export const narrativeSlot = maybe(plainText('narrative', 'what happened'))
export const locationSlot: Slot<string> = maybe({ ...plainText('location', 'where it is'), span: 'phrase' })
export const dispositionSlot: Slot<string> = {
  ...maybe(plainText('disposition', 'how it ended')),
  suggest: (typed) =>
    begunBy(
      DISPOSITIONS.map((value) => ({ value, names: [value] })),
      typed,
    ).map((disposition) => ({ insert: disposition, label: disposition, detail: 'how it ended' })),
}
