import { ALIASES, createCommandRegistry } from '../command-names.ts'
import type { BridgeConfig } from '../config.ts'
import { NET, type GameSetup } from '../net.ts'
import { startCalls } from './calls.ts'
import { startNotices } from './notices.ts'
import { placeOf } from './place.ts'
import { startScreens } from './screens.ts'
import { startTablet } from './tablet.ts'
import { pressTrafficStop } from './traffic-stop.ts'

/** Shown by the game's chat while typing. Ignored if there is no chat resource. */
function startSuggestions(commands: BridgeConfig['commands'], texts: GameSetup['texts']): void {
  for (const [key, name] of Object.entries(commands)) {
    const [what, help] = [texts[`help.${key}.what`], texts[`help.${key}.whatHelp`]]
    const parameters = what === undefined ? [] : [{ name: what, help: help ?? '' }]
    if (name !== '') emit('chat:addSuggestion', `/${name}`, texts[`help.${key}`] ?? '', parameters)
  }
}

let setup: GameSetup | undefined
onNet(NET.setup, (given: GameSetup) => {
  if (setup) return
  setup = given
  const { commands, tabletKey, takeCallKey, trafficStopKey, postal, screens, texts } = given
  // Reported to the server, because its administrators don't see a player's console.
  const register = createCommandRegistry({ commands, onClash: (key, owner) => emitNet(NET.clash, key, owner) })
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
})
startNotices(() => setup?.notifications)
startCalls()
// The server answers with the configuration.
emitNet(NET.ready)
