import { defineCommand } from '../../../panels/commands/command.ts'
import type { DesktopFeature } from '../../../panels/desktop-feature.ts'

const HELP = defineCommand({
  rank: 170,
  word: 'help',
  long: 'help',
  does: 'List every command; “?” does it too',
  examples: ['help'],
  slots: {},
  build: () => ({ words: 'List every command', done: '', intent: { kind: 'help' } }),
})

export const commandsFeature: DesktopFeature = { commands: [HELP] }
