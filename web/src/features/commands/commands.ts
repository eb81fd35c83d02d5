import type { Call, PatrolUnit } from '@tenfour/contract'
import { UNIT_CLASS, UNIT_STATUS_WORDS } from '@tenfour/contract'
import { defineCommand, type Command, type CommandContext, type Step } from '../../panels/commands/command.ts'
import { both } from '../../panels/commands/match.ts'
import {
  callOrOwn,
  callSlot,
  classSlot,
  clearWord,
  dispositionSlot,
  locationSlot,
  messageSlot,
  narrativeSlot,
  numberOrOwn,
  optionalType,
  receiverSlot,
  textSlot,
  wordsOf,
} from '../calls/call-slots.port.ts'
import {
  anyUnit,
  beatSlot,
  channelSlot,
  statusSlot,
  unitOfOthersOrOwn,
  unitOrOwn,
  unitsOrOwn,
  unitsToSend,
} from '../units/unit-slots.port.ts'

const named = ({ callId, title }: Pick<Call, 'callId' | 'title'>): string => `call ${callId}, ${title}`
const signs = (units: readonly PatrolUnit[]): string => both(units.map(({ identifier }) => identifier))
const isOwn = (unit: PatrolUnit, { own }: CommandContext): boolean => unit.userId === own?.userId
const isOn = (call: Call, { own }: CommandContext): boolean => own?.callId === call.callId

const dispatchOnly =
  (what: string) =>
  ({ mayDispatch }: CommandContext): string | undefined =>
    mayDispatch ? undefined : `Only dispatchers and staff can ${what}`

/** The step where everyone named is oneself, or who types is a dispatcher. */
const onUnits = (units: readonly PatrolUnit[], context: CommandContext, what: string, step: Step): Step =>
  context.mayDispatch || units.every((unit) => isOwn(unit, context))
    ? step
    : { refusal: `Only dispatchers and staff can ${what} another unit` }

/** An officer who comes upon something is on it, unless they are on another call already. */
const selfInitiated = ({ own, mayDispatch }: CommandContext): readonly PatrolUnit[] =>
  own && !mayDispatch && own.callId === null && own.unitClass !== UNIT_CLASS.Comms ? [own] : []

export const COMMANDS: readonly Command[] = [
  defineCommand({
    word: 's',
    long: 'status',
    does: 'Set a status: your own, or as a dispatcher anyone’s',
    examples: ['s 4L12 es', 's er', 's 4L12 busy'],
    slots: { unit: unitOrOwn, status: statusSlot },
    build: ({ unit, status }, context) =>
      onUnits([unit], context, 'set the status of', {
        words: `Set ${unit.identifier} ${UNIT_STATUS_WORDS[status]}`,
        intent: { kind: 'status', userId: unit.userId, status },
      }),
  }),
  defineCommand({
    word: 'd',
    long: 'dispatch',
    does: 'Send one or more units to a call',
    note: 'An officer who names no unit goes there.',
    examples: ['d 4L12 1042', 'd 4L12 4L20 1042'],
    slots: { units: unitsToSend, call: callSlot },
    build: ({ units, call }, context) => {
      if (units.every(({ callId }) => callId === call.callId)) return { refusal: `${signs(units)} is already on call ${call.callId}` }
      return onUnits(units, context, 'send', {
        words: `Send ${signs(units)} to ${named(call)}`,
        intent: { kind: 'assign', userIds: units.map(({ userId }) => userId), callId: call.callId },
      })
    },
  }),
  defineCommand({
    word: 'r',
    long: 'release',
    does: 'Take units off the call they are on',
    examples: ['r 4L12', 'r 4L12 4L20'],
    slots: { units: unitsOrOwn },
    build: ({ units }, context) => {
      const idle = units.filter(({ callId }) => callId === null)
      if (idle.length > 0) return { refusal: `${signs(idle)} ${idle.length === 1 ? 'is' : 'are'} on no call` }
      const calls = [...new Set(units.map(({ callId }) => callId))]
      return onUnits(units, context, 'release', {
        words: `Take ${signs(units)} off call ${both(calls.map(String))}`,
        intent: { kind: 'release', userIds: units.map(({ userId }) => userId) },
      })
    },
  }),
  defineCommand({
    word: 'n',
    long: 'new',
    does: 'Make a call: its type, where, and what happened',
    note: 'Put the place in quotes to write more after it; without a place the form opens.',
    examples: ['n traffic "Great Ocean Hwy"', 'n shots "Forum Dr 9104" Three shots, a dark sedan left', 'n robbery'],
    slots: { type: optionalType, location: locationSlot, narrative: narrativeSlot },
    build: ({ type, location, narrative }, context) => {
      if (!type) return { words: 'Open the form for a new call', intent: { kind: 'form', callTypeId: undefined } }
      if (!location) return { words: `Open the form for a new call: ${type.name}`, intent: { kind: 'form', callTypeId: type.callTypeId } }
      const sent = selfInitiated(context)
      return {
        words: `Make a call: ${type.name}, ${location}, priority ${type.priority}${sent.length > 0 ? ', with you on it' : ''}`,
        intent: { kind: 'create', callTypeId: type.callTypeId, location, narrative, unitIds: sent.map(({ userId }) => userId) },
      }
    },
  }),
  defineCommand({
    word: 'c',
    long: 'call',
    does: 'Open a call, or clear it',
    note: 'How it ended may follow.',
    examples: ['c 1042', 'c 1042 clear', 'c 1042 clear Report taken'],
    slots: { callId: numberOrOwn, isClear: clearWord, disposition: dispositionSlot },
    build: ({ callId, isClear, disposition }, context) => {
      const call = context.calls.get(callId)
      if (!isClear) {
        return { words: call ? `Open ${named(call)}` : `Open call ${callId}, which is not on the board`, intent: { kind: 'open', callId } }
      }
      if (!call) return { refusal: `Call ${callId} is not on the board` }
      if (!context.mayDispatch && !isOn(call, context)) return { refusal: 'Only dispatchers, staff and whoever is on a call can clear it' }
      return {
        words: `Clear ${named(call)}${disposition ? `: ${disposition}` : ''}`,
        intent: { kind: 'clear', callId, disposition: disposition || undefined },
      }
    },
  }),
  defineCommand({
    word: 'map',
    long: 'map',
    does: 'Show a call on the map',
    note: 'Without a number, the call you are on.',
    examples: ['map 1042'],
    slots: { call: callOrOwn },
    build: ({ call }) =>
      call.x === null || call.y === null
        ? { refusal: `Nobody knows where on the map call ${call.callId} is` }
        : { words: `Show ${named(call)} on the map`, intent: { kind: 'map', callId: call.callId, x: call.x, y: call.y } },
  }),
  defineCommand({
    word: 'l',
    long: 'log',
    does: 'Write into a call’s log',
    note: 'Without a number, into the log of the call you are on.',
    examples: ['l 1042 Clerk reports one suspect at the vault'],
    slots: { call: callOrOwn, message: textSlot },
    build: ({ call, message }) => ({
      words: `Write into the log of ${named(call)}: ${message}`,
      intent: { kind: 'log', callId: call.callId, message },
    }),
  }),
  defineCommand({
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
            words: `Merge ${named(duplicate)} into ${named(into)}`,
            intent: { kind: 'merge', callId: duplicate.callId, into: into.callId },
          },
  }),
  defineCommand({
    word: 't',
    long: 'transfer',
    does: 'Hand a call over: to police, fire or both, or to another dispatcher',
    examples: ['t 1042 fire', 't 1042 D-4'],
    refusal: dispatchOnly('transfer a call'),
    slots: { call: callSlot, to: receiverSlot },
    build: ({ call, to }) =>
      'classes' in to
        ? {
            words: `Hand ${named(call)} over to ${wordsOf(to.classes)}`,
            intent: { kind: 'transfer', callId: call.callId, to: { classes: [...to.classes] } },
          }
        : {
            words: `Hand ${named(call)} over to ${to.dispatcher.identifier}, ${to.dispatcher.name}`,
            intent: { kind: 'transfer', callId: call.callId, to: { handlerUserId: to.dispatcher.userId } },
          },
  }),
  defineCommand({
    word: 'prim',
    long: 'primary',
    does: 'Let a unit lead a call it is on',
    examples: ['prim 1042 4L12'],
    slots: { call: callSlot, unit: unitOfOthersOrOwn },
    build: ({ call, unit }, context) => {
      if (unit.callId !== call.callId) return { refusal: `${unit.identifier} is not on call ${call.callId}` }
      if (!context.mayDispatch && !isOn(call, context))
        return { refusal: 'Only dispatchers, staff and whoever is on a call can say who leads it' }
      return { words: `Let ${unit.identifier} lead ${named(call)}`, intent: { kind: 'primary', callId: call.callId, userId: unit.userId } }
    },
  }),
  defineCommand({
    word: 'ping',
    long: 'ping',
    does: 'Ask a unit for attention, with a sound and a message they answer',
    examples: ['ping 4L12 Call the station'],
    refusal: dispatchOnly('ping a unit'),
    slots: { unit: anyUnit, message: messageSlot },
    build: ({ unit, message }) => ({
      words: `Ping ${unit.identifier}, ${unit.name}${message ? `: ${message}` : ''}`,
      intent: { kind: 'ping', userId: unit.userId, message },
    }),
  }),
  defineCommand({
    word: 'tone',
    long: 'tone',
    does: 'Sound a tone to a class of units, with a message',
    examples: ['tone fire Structure fire, Grapeseed Ave', 'tone all'],
    refusal: dispatchOnly('sound a tone'),
    slots: { classes: classSlot, message: messageSlot },
    build: ({ classes, message }) => ({
      words: `Sound a tone to ${wordsOf(classes)}${message ? `: ${message}` : ''}`,
      intent: { kind: 'tone', classes, message },
    }),
  }),
  defineCommand({
    word: 'ch',
    long: 'channel',
    does: 'Move a unit to a radio channel',
    examples: ['ch 4L12 TAC 2', 'ch main'],
    slots: { unit: unitOrOwn, channel: channelSlot },
    build: ({ unit, channel }, context) =>
      onUnits([unit], context, 'choose the channel of', {
        words: `Move ${unit.identifier} to ${channel}`,
        intent: { kind: 'channel', userId: unit.userId, channel },
      }),
  }),
  defineCommand({
    word: 'b',
    long: 'beat',
    does: 'Give a unit a beat; “none” takes it away',
    examples: ['b 4L12 Vinewood', 'b none'],
    slots: { unit: unitOrOwn, beat: beatSlot },
    build: ({ unit, beat }, context) =>
      onUnits([unit], context, 'choose the beat of', {
        words: beat.beatId === null ? `Take ${unit.identifier} off its beat` : `Put ${unit.identifier} on the beat ${beat.name}`,
        intent: { kind: 'beat', userId: unit.userId, beatId: beat.beatId },
      }),
  }),
  defineCommand({
    word: 'panic',
    long: 'panic',
    does: 'Press your panic button: everyone is called to help you',
    examples: ['panic'],
    refusal: ({ own }) => (own && own.unitClass !== UNIT_CLASS.Other ? undefined : 'Only a unit on duty has a panic button'),
    slots: {},
    build: (_, { own }) =>
      own
        ? { words: `Press the panic button of ${own.identifier}`, intent: { kind: 'panic', userId: own.userId } }
        : { refusal: 'You are not on duty' },
  }),
  defineCommand({
    word: 'help',
    long: 'help',
    does: 'List every command; “?” does it too',
    examples: ['help'],
    slots: {},
    build: () => ({ words: 'List every command', intent: { kind: 'help' } }),
  }),
]
