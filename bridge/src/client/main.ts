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
  // Whoever runs the server reads the server's console, not that of a player.
  const register = createCommandRegistry({ commands, onClash: (key, owner) => emitNet(NET.clash, key, owner) })
  startTablet({ register, command: commands.tablet, key: tabletKey })
  startScreens(screens)
  // Streets have names only here, so these begin in the game and end on its server.
  register('emergency', (_source, args) => emitNet(NET.call, 'emergency', args.join(' '), placeOf(postal)))
  register('nonEmergency', (_source, args) => emitNet(NET.call, 'nonEmergency', args.join(' '), placeOf(postal)))
  register('panic', () => emitNet(NET.panic, placeOf(postal)))
  startSuggestions(commands)
})
startNotices()
// The server answers with what is configured.
emitNet(NET.ready)
