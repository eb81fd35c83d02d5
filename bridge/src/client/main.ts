import { NET, type GameSetup } from '../net.ts'
import { startNotices } from './notices.ts'
import { placeOf } from './place.ts'
import { startScreens } from './screens.ts'
import { startSuggestions } from './suggestions.ts'
import { startTablet } from './tablet.ts'

const register = (name: string, handler: (text: string) => void) => {
  if (name !== '') RegisterCommand(name, (_source, args) => handler(args.join(' ')), false)
}

let isSetUp = false
onNet(NET.setup, ({ commands, tabletKey, postal, screens }: GameSetup) => {
  if (isSetUp) return
  isSetUp = true
  startTablet({ command: commands.tablet, key: tabletKey })
  startScreens(screens)
  // Streets have names only here, so these begin in the game and end on its server.
  register(commands.emergency, (text) => emitNet(NET.call, 'emergency', text, placeOf(postal)))
  register(commands.nonEmergency, (text) => emitNet(NET.call, 'nonEmergency', text, placeOf(postal)))
  register(commands.panic, () => emitNet(NET.panic, placeOf(postal)))
  startSuggestions(commands)
})
startNotices()
// The server answers with what is configured.
emitNet(NET.ready)
