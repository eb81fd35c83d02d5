import { ALIASES, createCommandRegistry } from '../command-names.ts'
import type { BridgeConfig } from '../config.ts'
import type { EmergencyLine } from '@tenfour/contract'
import { NET, type GameSetup } from '../net.ts'
import { startCalls } from './calls.ts'
import { startNotices } from './notices.ts'
import { placeOf } from './place.ts'
import { startScreens } from './screens.ts'
import { startTablet } from './tablet.ts'
import { pressTrafficStop } from './traffic-stop.ts'

/** Shown by the game's chat while typing. Ignored if there is no chat resource. */
function startSuggestions(commands: BridgeConfig['commands'], texts: GameSetup['texts']): void {
  for (const [key, name] of Object.entries(commands)) if (name !== '') suggest(name, texts[`help.${key}`] ?? '', key, texts)
}

/** With the parameter of the command `key`. */
function suggest(name: string, help: string, key: string, texts: GameSetup['texts']): void {
  const [what, whatHelp] = [texts[`help.${key}.what`], texts[`help.${key}.whatHelp`]]
  emit('chat:addSuggestion', `/${name}`, help, what === undefined ? [] : [{ name: what, help: whatHelp ?? '' }])
}

let setup: GameSetup | undefined
onNet(NET.setup, (given: GameSetup) => {
  if (setup) return
  setup = given
  const { commands, tabletKey, takeCallKey, trafficStopKey, postal, screens, texts } = given
  // Reported to the server, because its administrators don't see a player's console.
  const { register, registerNumber } = createCommandRegistry({ commands, onClash: (key, owner) => emitNet(NET.clash, key, owner) })
  startTablet({ register, command: commands.tablet, key: tabletKey, description: texts['key.tablet'] ?? '' })
  startScreens(screens)
  // Street names and vehicles exist only on the client, so these commands start here.
  register('emergency', (_source, args) => emitNet(NET.call, 'emergency', args.join(' '), placeOf(postal)))
  register('nonEmergency', (_source, args) => emitNet(NET.call, 'nonEmergency', args.join(' '), placeOf(postal)))
  register('panic', () => emitNet(NET.panic, placeOf(postal)))
  register('take', () => emitNet(NET.take))
  register('trafficStop', (_source, args) => pressTrafficStop(postal, args.join(' ')))
  // With an empty key, each player can still choose one in the game's settings.
  if (commands.take !== '') RegisterKeyMapping(ALIASES.take, texts['key.take'] ?? '', 'keyboard', takeCallKey)
  if (commands.trafficStop !== '') RegisterKeyMapping(ALIASES.trafficStop, texts['key.stop'] ?? '', 'keyboard', trafficStopKey)
  startSuggestions(commands, texts)
  onNet(NET.numbers, (lines: readonly EmergencyLine[]) => {
    // Without the command to call for help there is none for other numbers either.
    for (const { number, name } of commands.emergency === '' ? [] : lines) {
      const isNew = registerNumber(number, (_source, args) => emitNet(NET.call, 'emergency', args.join(' '), placeOf(postal), number))
      if (isNew) suggest(number, (texts['help.number'] ?? '').replace('{number}', number).replace('{name}', name), 'emergency', texts)
    }
  })
})
startNotices(() => setup?.notifications)
startCalls()
// The server answers with the configuration.
emitNet(NET.ready)
