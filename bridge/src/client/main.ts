import { createCommandRegistry, type CommandKey } from '../command-names.ts'
import type { BridgeConfig } from '../config.ts'
import { NET, type GameSetup } from '../net.ts'
import { startNotices } from './notices.ts'
import { placeOf } from './place.ts'
import { startScreens } from './screens.ts'
import { startTablet } from './tablet.ts'

type Suggestion = readonly [help: string, ...parameters: { readonly name: string; readonly help: string }[]]

const SUGGESTIONS: Readonly<Record<CommandKey, Suggestion>> = {
  emergency: ['Call 911', { name: 'what happened', help: 'in a few words, what and where' }],
  nonEmergency: ['Call 311 for non-emergencies', { name: 'what it is about', help: 'in a few words' }],
  panic: ['The panic button of a unit on duty'],
  onDuty: ['Go on duty', { name: 'call sign', help: 'needed the first time' }],
  offDuty: ['End your patrol'],
  status: ['Set your status', { name: 'status', help: 'is, busy, er, os, custody or oos' }],
  attach: ['Go to a call', { name: 'number', help: '0 leaves your call' }],
  clear: ['Clear the call you are on', { name: 'disposition', help: 'how the call ended' }],
  answer: ['Answer a ping of dispatch'],
  tablet: ['Open the tablet'],
  link: ['Link your account of the portal', { name: 'code', help: 'the code from your account settings; then yes or no' }],
}

/** Shown by the game's chat while typing. Ignored if there is no chat resource. */
function startSuggestions(commands: BridgeConfig['commands']): void {
  for (const [key, [help, ...parameters]] of Object.entries(SUGGESTIONS)) {
    const name = commands[key as CommandKey]
    if (name !== '') emit('chat:addSuggestion', `/${name}`, help, parameters)
  }
}

let isSetUp = false
onNet(NET.setup, ({ commands, tabletKey, postal, screens }: GameSetup) => {
  if (isSetUp) return
  isSetUp = true
  // Reported to the server, because its administrators don't see a player's console.
  const register = createCommandRegistry({ commands, onClash: (key, owner) => emitNet(NET.clash, key, owner) })
  startTablet({ register, command: commands.tablet, key: tabletKey })
  startScreens(screens)
  // Street names exist only on the client, so these commands start here.
  register('emergency', (_source, args) => emitNet(NET.call, 'emergency', args.join(' '), placeOf(postal)))
  register('nonEmergency', (_source, args) => emitNet(NET.call, 'nonEmergency', args.join(' '), placeOf(postal)))
  register('panic', () => emitNet(NET.panic, placeOf(postal)))
  startSuggestions(commands)
})
startNotices()
// The server answers with the configuration.
emitNet(NET.ready)
