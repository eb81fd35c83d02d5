import { createCommandRegistry } from '../command-names.ts'
import { NET, type GameSetup } from '../net.ts'
import { startNotices } from './notices.ts'
import { placeOf } from './place.ts'
import { startScreens } from './screens.ts'
import { startSuggestions } from './suggestions.ts'
import { startTablet } from './tablet.ts'

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
