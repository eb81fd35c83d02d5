import { parseConfig } from '../config.ts'
import { NET } from '../net.ts'
import { startNotices } from './notices.ts'
import { placeOf } from './place.ts'
import { startScreens } from './screens.ts'
import { startTablet } from './tablet.ts'

const config = parseConfig(LoadResourceFile(GetCurrentResourceName(), 'config.json'))
const { commands } = config

const register = (name: string, handler: (text: string) => void) => {
  if (name !== '') RegisterCommand(name, (_source, args) => handler(args.join(' ')), false)
}

startNotices()
startTablet({ command: commands.tablet, key: config.tabletKey })
startScreens(config.screens)
// Streets have names only here, so these two begin in the game and end on its server.
register(commands.emergency, (text) => emitNet(NET.call, 'emergency', text, placeOf(config.postal)))
register(commands.nonEmergency, (text) => emitNet(NET.call, 'nonEmergency', text, placeOf(config.postal)))
register(commands.panic, () => emitNet(NET.panic, placeOf(config.postal)))
emitNet(NET.ready)
