import { UNIT_CLASS, type Call, type PatrolUnit } from '@tenfour/contract'
import { defineCommand, dispatchOnly, type Command, type CommandContext } from '../../../panels/commands/command.ts'
import { both } from '../../../panels/commands/match.ts'
import { textSlot } from '../../../panels/commands/text-slots.ts'
import { classWords, onUnits, signs, unitOfOthersOrOwn, unitsOrOwn, unitsToSend } from '../units/unit-slots.port.ts'
import {
  callOrOpen,
  callOrOwn,
  callSlot,
  clearWord,
  dispositionSlot,
  locationSlot,
  narrativeSlot,
  numberOrOwn,
  optionalType,
  receiverSlot,
} from './call-slots.port.ts'
import { recommend, type Recommendation } from './recommend.ts'

const titled = ({ callId, title }: Pick<Call, 'callId' | 'title'>): string => `call ${callId}, ${title}`
const isOn = (call: Call, { own }: CommandContext): boolean => own?.callId === call.callId

/** An officer who reports a call is assigned to it, unless they are on another. */
const selfInitiated = ({ own, mayDispatch }: CommandContext): readonly PatrolUnit[] =>
  own && !mayDispatch && own.callId === null && own.unitClass !== UNIT_CLASS.Comms ? [own] : []

/** The recommended unit, as in the sheet of the call. */
const bestFor = (call: Call, { units, calls, callTypes, beats, places }: CommandContext): Recommendation | undefined =>
  recommend(call, units, { calls, types: new Map(callTypes.map((type) => [type.callTypeId, type])), beats, positions: places })[0]

export const CALL_COMMANDS: readonly Command[] = [
  defineCommand({
    rank: 20,
    word: 'd',
    long: 'dispatch',
    does: 'Send one or more units to a call',
    note: 'Without a unit the recommended one; without a number, to the open call. An officer who names no unit goes there.',
    examples: ['d 4L12 1042', 'd 4L12 4L20 1042', 'd'],
    slots: { units: unitsToSend, call: callOrOpen },
    build: ({ units: named, call }, context) => {
      const best = named.length === 0 ? bestFor(call, context) : undefined
      const units = best ? [best.unit] : named
      if (units.length === 0) return { refusal: `No unit that fits call ${call.callId} is free` }
      if (units.every(({ callId }) => callId === call.callId)) return { refusal: `${signs(units)} is already on call ${call.callId}` }
      return onUnits(units, context, 'send', {
        words: `Send ${signs(units)} to ${titled(call)}${best ? ` (${best.reasons.join(' · ')})` : ''}`,
        done: `${signs(units)} sent to call ${call.callId}`,
        intent: { kind: 'assign', userIds: units.map(({ userId }) => userId), callId: call.callId },
      })
    },
  }),
  defineCommand({
    rank: 30,
    word: 'r',
    long: 'release',
    does: 'Take units off the call they are on',
    examples: ['r 4L12', 'r 4L12 4L20'],
    slots: { units: unitsOrOwn },
    build: ({ units }, context) => {
      const idle = units.filter(({ callId }) => callId === null)
      if (idle.length > 0) return { refusal: `${signs(idle)} ${idle.length === 1 ? 'is' : 'are'} not on a call` }
      const calls = [...new Set(units.map(({ callId }) => callId))]
      return onUnits(units, context, 'release', {
        words: `Take ${signs(units)} off call ${both(calls.map(String))}`,
        done: `${signs(units)} released`,
        intent: { kind: 'release', userIds: units.map(({ userId }) => userId) },
      })
    },
  }),
  defineCommand({
    rank: 40,
    word: 'n',
    long: 'new',
    does: 'Create a call: type, place and what happened',
    note: 'Put the place in quotes to write more after it; without a place the form opens.',
    examples: [
      'n traffic "Great Ocean Hwy"',
      'n 10-50 "Forum Dr 9104"',
      'n shots "Forum Dr 9104" Three shots, a dark sedan left',
      'n robbery',
    ],
    slots: { type: optionalType, location: locationSlot, narrative: narrativeSlot },
    build: ({ type, location, narrative }, context) => {
      if (!type) return { words: 'Open the form for a new call', done: '', intent: { kind: 'form', callTypeId: undefined } }
      if (!location)
        return { words: `Open the form for a new call: ${type.name}`, done: '', intent: { kind: 'form', callTypeId: type.callTypeId } }
      const sent = selfInitiated(context)
      return {
        words: `Create call: ${type.name}, ${location}, priority ${type.priority}${sent.length > 0 ? ', with you on it' : ''}`,
        done: (callId) => `Call ${callId} created`,
        intent: { kind: 'create', callTypeId: type.callTypeId, location, narrative, unitIds: sent.map(({ userId }) => userId) },
      }
    },
  }),
  defineCommand({
    rank: 50,
    word: 'c',
    long: 'call',
    does: 'Open a call, or clear it',
    note: 'You can add a disposition. Without a number, the call you are on, or else the open one.',
    examples: ['c 1042', 'c 1042 clear', 'c 1042 clear Report taken', 'c clear'],
    slots: { callId: numberOrOwn, isClear: clearWord, disposition: dispositionSlot },
    build: ({ callId, isClear, disposition }, context) => {
      const call = context.calls.get(callId)
      if (!isClear) {
        return {
          words: call ? `Open ${titled(call)}` : `Open call ${callId}, which is not on the board`,
          done: '',
          intent: { kind: 'open', callId },
        }
      }
      if (!call) return { refusal: `Call ${callId} is not on the board` }
      if (!context.mayDispatch && !isOn(call, context)) return { refusal: 'Only dispatchers, staff and the units on a call can clear it' }
      return {
        words: `Clear ${titled(call)}${disposition ? `: ${disposition}` : ''}`,
        done: `Call ${callId} cleared`,
        intent: { kind: 'clear', callId, disposition: disposition || undefined },
      }
    },
  }),
  defineCommand({
    rank: 60,
    word: 'map',
    long: 'map',
    does: 'Show a call on the map',
    note: 'Without a number, the call you are on, or else the open one.',
    examples: ['map 1042'],
    slots: { call: callOrOwn },
    build: ({ call }) =>
      call.x === null || call.y === null
        ? { refusal: `Call ${call.callId} has no map position` }
        : { words: `Show ${titled(call)} on the map`, done: '', intent: { kind: 'map', callId: call.callId, x: call.x, y: call.y } },
  }),
  defineCommand({
    rank: 70,
    word: 'l',
    long: 'log',
    does: 'Write into a call’s log',
    note: 'Without a number, the call you are on, or else the open one.',
    examples: ['l 1042 Clerk reports one suspect at the vault', 'l Caller called back'],
    slots: { call: callOrOwn, message: textSlot },
    build: ({ call, message }) => ({
      words: `Write into the log of ${titled(call)}: ${message}`,
      done: `Added to the log of call ${call.callId}`,
      intent: { kind: 'log', callId: call.callId, message },
    }),
  }),
  defineCommand({
    rank: 80,
    word: 'm',
    long: 'merge',
    does: 'Merge a duplicate into another call',
    note: 'Its units and notes go over.',
    examples: ['m 1044 1042'],
    refusal: dispatchOnly('merge calls'),
    slots: { duplicate: callSlot, into: callSlot },
    build: ({ duplicate, into }) =>
      duplicate.callId === into.callId
        ? { refusal: 'A call can’t be merged into itself' }
        : {
            words: `Merge ${titled(duplicate)} into ${titled(into)}`,
            done: `Call ${duplicate.callId} merged into ${into.callId}`,
            intent: { kind: 'merge', callId: duplicate.callId, into: into.callId },
          },
  }),
  defineCommand({
    rank: 90,
    word: 't',
    long: 'transfer',
    does: 'Hand a call over: to police, fire or both, or to another dispatcher',
    examples: ['t 1042 fire', 't 1042 D-4'],
    refusal: dispatchOnly('transfer a call'),
    slots: { call: callSlot, to: receiverSlot },
    build: ({ call, to }) =>
      'classes' in to
        ? {
            words: `Hand ${titled(call)} over to ${classWords(to.classes)}`,
            done: `Call ${call.callId} transferred to ${classWords(to.classes)}`,
            intent: { kind: 'transfer', callId: call.callId, to: { classes: [...to.classes] } },
          }
        : {
            words: `Hand ${titled(call)} over to ${to.dispatcher.identifier}, ${to.dispatcher.name}`,
            done: `Call ${call.callId} transferred to ${to.dispatcher.identifier}`,
            intent: { kind: 'transfer', callId: call.callId, to: { handlerUserId: to.dispatcher.userId } },
          },
  }),
  defineCommand({
    rank: 100,
    word: 'prim',
    long: 'primary',
    does: 'Make a unit primary',
    examples: ['prim 1042 4L12'],
    slots: { call: callSlot, unit: unitOfOthersOrOwn },
    build: ({ call, unit }, context) => {
      if (unit.callId !== call.callId) return { refusal: `${unit.identifier} is not on call ${call.callId}` }
      if (!context.mayDispatch && !isOn(call, context))
        return { refusal: 'Only dispatchers, staff and the units on a call can make a unit primary' }
      return {
        words: `Make ${unit.identifier} primary on ${titled(call)}`,
        done: `${unit.identifier} is primary on call ${call.callId}`,
        intent: { kind: 'primary', callId: call.callId, userId: unit.userId },
      }
    },
  }),
]
