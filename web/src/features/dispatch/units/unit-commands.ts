import { UNIT_CLASS } from '@tenfour/contract'
import { defineCommand, type Command } from '../../../panels/commands/command.ts'
import { statusWords } from '../../../ui/unit-status.ts'
import { beatSlot, channelSlot, onUnits, statusSlot, unitOrOwn } from './unit-slots.port.ts'

export const UNIT_COMMANDS: readonly Command[] = [
  defineCommand({
    rank: 10,
    word: 's',
    long: 'status',
    does: 'Set a status: your own, or as a dispatcher anyone’s',
    note: '“.” is the primary unit of the open call: s . os',
    examples: ['s 4L12 es', 's er', 's 4L12 10-23', '10-8'],
    slots: { unit: unitOrOwn, status: statusSlot },
    build: ({ unit, status }, context) =>
      onUnits([unit], context, 'set the status of', {
        words: `Set ${unit.identifier} ${statusWords(status)}`,
        done: `${unit.identifier} set to ${statusWords(status)}`,
        intent: { kind: 'status', userId: unit.userId, status },
      }),
  }),
  defineCommand({
    rank: 130,
    word: 'ch',
    long: 'channel',
    does: 'Move a unit to a radio channel',
    examples: ['ch 4L12 TAC 2', 'ch main'],
    slots: { unit: unitOrOwn, channel: channelSlot },
    build: ({ unit, channel }, context) =>
      onUnits([unit], context, 'choose the channel of', {
        words: `Move ${unit.identifier} to ${channel}`,
        done: `${unit.identifier} moved to ${channel}`,
        intent: { kind: 'channel', userId: unit.userId, channel },
      }),
  }),
  defineCommand({
    rank: 140,
    word: 'b',
    long: 'beat',
    does: 'Give a unit a beat; “none” takes it away',
    examples: ['b 4L12 Vinewood', 'b none'],
    slots: { unit: unitOrOwn, beat: beatSlot },
    build: ({ unit, beat }, context) =>
      onUnits([unit], context, 'choose the beat of', {
        words: beat.beatId === null ? `Take ${unit.identifier} off its beat` : `Put ${unit.identifier} on the beat ${beat.name}`,
        done: beat.beatId === null ? `${unit.identifier} has no beat` : `${unit.identifier} on the beat ${beat.name}`,
        intent: { kind: 'beat', userId: unit.userId, beatId: beat.beatId },
      }),
  }),
  defineCommand({
    rank: 150,
    word: 'panic',
    long: 'panic',
    does: 'Press your panic button: everyone is called to help you',
    examples: ['panic'],
    refusal: ({ own }) => (own && own.unitClass !== UNIT_CLASS.Other ? undefined : 'Only a unit on duty has a panic button'),
    slots: {},
    build: (_, { own }) =>
      own
        ? { words: `Press the panic button of ${own.identifier}`, done: 'Panic sent', intent: { kind: 'panic', userId: own.userId } }
        : { refusal: 'You are not on duty' },
  }),
]
