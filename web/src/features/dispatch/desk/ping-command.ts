import { defineCommand, dispatchOnly } from '../../../panels/commands/command.ts'
import { messageSlot } from '../../../panels/commands/text-slots.ts'
import { anyUnit } from '../units/unit-slots.port.ts'

export const PING_COMMAND = defineCommand({
  rank: 110,
  word: 'ping',
  long: 'ping',
  does: 'Ask a unit for attention, with a sound and a message they answer',
  examples: ['ping 4L12 Call the station'],
  refusal: dispatchOnly('ping a unit'),
  slots: { unit: anyUnit, message: messageSlot },
  build: ({ unit, message }) => ({
    words: `Ping ${unit.identifier}, ${unit.name}${message ? `: ${message}` : ''}`,
    done: `${unit.identifier} pinged`,
    intent: { kind: 'ping', userId: unit.userId, message },
  }),
})
