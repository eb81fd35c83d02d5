import type { DesktopFeature } from '../../../panels/desktop-feature.ts'
import { defineCommand, dispatchOnly } from '../../../panels/commands/command.ts'
import { messageSlot } from '../../../panels/commands/text-slots.ts'
import { classWords, toneClassSlot } from '../units/unit-slots.port.ts'

const TONE_COMMAND = defineCommand({
  rank: 120,
  word: 'tone',
  long: 'tone',
  does: 'Sound a tone to a class of units, with a message',
  examples: ['tone fire Structure fire, Grapeseed Ave', 'tone all'],
  refusal: dispatchOnly('sound a tone'),
  slots: { classes: toneClassSlot, message: messageSlot },
  build: ({ classes, message }) => ({
    words: `Sound a tone to ${classWords(classes)}${message ? `: ${message}` : ''}`,
    done: `Tone sounded to ${classWords(classes)}`,
    intent: { kind: 'tone', classes, message },
  }),
})

export const tonesFeature: DesktopFeature = { commands: [TONE_COMMAND] }
