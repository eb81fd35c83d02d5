import { isDispatcher, type Call, type CallType, type PatrolUnit, type RadioCode } from '@tenfour/contract'
import type { CommandContext, EmergencyClass, Read, Slot, Suggestion } from '../../../panels/commands/command.ts'
import { keyOf, match, oneOf, prefixMatches, type Candidate } from '../../../panels/commands/match.ts'
import { optionalText, written } from '../../../panels/commands/text-slots.ts'
import { readTransferClass, readUnit, suggestTransferClasses, suggestUnits } from '../units/unit-slots.port.ts'
import { radioCodes } from '../cad-values/cad-values.port.ts'
import { byUrgency } from './list/call-list.ts'

/** Stands for the open call. */
const THIS = '.'

export const callNumber = (typed: string): number | undefined => (/^#?\d{1,9}$/u.test(typed) ? Number(typed.replace('#', '')) : undefined)

function readNumber(typed: string, { openCallId }: CommandContext): Read<number> {
  if (typed === THIS)
    return openCallId === null ? { problem: 'No call is open: give its number' } : { value: openCallId, certainty: 'whole' }
  const number = callNumber(typed)
  return number === undefined ? { problem: `“${typed}” is not a call number` } : { value: number, certainty: 'whole' }
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
  return [...calls.values()]
    .toSorted(byUrgency)
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

const openCall = ({ openCallId, calls }: CommandContext): Call | undefined => (openCallId === null ? undefined : calls.get(openCallId))
/** The call the user is on; for a dispatcher, who is on none, the open one. */
const ownCall = (context: CommandContext): Call | undefined => {
  const { own, calls } = context
  return own === undefined || own.callId === null ? openCall(context) : calls.get(own.callId)
}
const looksLikeCall = (word: string | undefined): boolean => word === THIS || (word !== undefined && callNumber(word) !== undefined)

export const callSlot: Slot<Call> = oneCall
/** A call; defaults to the open one. */
export const callOrOpen: Slot<Call> = {
  ...oneCall,
  omitted: (context, next) => {
    const call = next === undefined ? openCall(context) : undefined
    return call && { value: call }
  },
}
/** A call; defaults to the one the user is on. Anything that looks like a number is read as one. */
export const callOrOwn: Slot<Call> = {
  ...oneCall,
  omitted: (context, next) => {
    const call = looksLikeCall(next) ? undefined : ownCall(context)
    return call && { value: call }
  },
}
/** Any call by number, including cleared ones. */
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

const typeOfCode = (code: RadioCode | undefined, { callTypes }: CommandContext): CallType | undefined =>
  code && 'callType' in code ? callTypes.find((type) => type.key.toUpperCase() === code.callType) : undefined

const LONGEST_CODE = 3

export const typeSlot: Slot<CallType> = {
  name: 'type',
  hint: 'a type of call',
  span: 'one',
  // '10 50 PI' is the longest way to write a code.
  width: (words) => Array.from({ length: LONGEST_CODE }, (_, index) => LONGEST_CODE - index).find((count) => isCode(words, count)) ?? 1,
  read: (words, context) => {
    const typed = words.join(' ')
    const found = match(typeCandidates(context), typed)
    // A community may give a type a code that means another one on the radio.
    const byCode = found.kind === 'one' && found.isExact ? undefined : typeOfCode(radioCodes().find(typed), context)
    if (byCode) return { value: byCode, certainty: 'whole' }
    switch (found.kind) {
      case 'one':
        return { value: found.value, certainty: found.isExact ? 'whole' : 'begun' }
      case 'several':
        return { problem: `“${typed}” could be ${oneOf(found.values.map(({ code }) => code.toLowerCase()))}` }
      case 'none':
        return { problem: `There is no type of call “${typed}”` }
    }
  },
  suggest: (typed, context) => [
    ...prefixMatches(typeCandidates(context), typed).map(({ key, code, name, priority }) => ({
      insert: written(code.toLowerCase()),
      label: code.toLowerCase(),
      detail: [name, `priority ${priority}`, ...radioCodes().codesFor({ callType: key })].join(', '),
    })),
    ...radioCodes()
      .begun(typed)
      .flatMap((each) => {
        const type = typeOfCode(each, context)
        return type ? [{ insert: each.code, label: each.code, detail: `${type.name}, priority ${type.priority}` }] : []
      }),
  ],
}
const isCode = (words: readonly string[], count: number): boolean =>
  words.length >= count && radioCodes().find(words.slice(0, count).join(' ')) !== undefined
export const optionalType: Slot<CallType | undefined> = {
  ...typeSlot,
  omitted: (_, next) => (next === undefined ? { value: undefined } : undefined),
}

export type ReceiverChoice = { readonly classes: readonly EmergencyClass[] } | { readonly dispatcher: PatrolUnit }
const dispatchersOf = ({ units }: CommandContext): readonly PatrolUnit[] => units.filter(isDispatcher)

/** A class, or a dispatcher on duty. */
export const receiverSlot: Slot<ReceiverChoice> = {
  name: 'class or dispatcher',
  hint: 'police, fire, both or a dispatcher',
  span: 'one',
  read: ([typed = ''], context) => {
    const found = readTransferClass(typed)
    if (!('problem' in found)) return { ...found, value: { classes: found.value } }
    const read = readUnit(typed, { ...context, units: dispatchersOf(context) })
    return 'problem' in read
      ? { problem: `“${typed}” is neither police, fire, comms nor a dispatcher on duty` }
      : { ...read, value: { dispatcher: read.value } }
  },
  suggest: (typed, context) => [...suggestTransferClasses(typed), ...suggestUnits(typed, context, dispatchersOf(context))],
}

export const CLEAR = 'clear'
/** The word `clear`, to clear the call instead of opening it. */
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

export const narrativeSlot = optionalText('narrative', 'what happened')
export const locationSlot: Slot<string> = { ...optionalText('location', 'where it is'), span: 'phrase' }
export const dispositionSlot: Slot<string> = {
  ...optionalText('disposition', 'how it ended'),
  suggest: (typed, { dispositions }) =>
    prefixMatches(
      dispositions.map((value) => ({ value, names: [value] })),
      typed,
    ).map((disposition) => ({ insert: disposition, label: disposition, detail: 'how it ended' })),
}
