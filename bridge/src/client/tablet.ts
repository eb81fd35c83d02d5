import { ALIASES, type createCommandRegistry } from '../command-names.ts'
import { NET, type TabletOpening } from '../net.ts'

type Options = {
  readonly register: ReturnType<typeof createCommandRegistry>['register']
  readonly command: string
  readonly key: string
  /** The name of the key in the game's settings. */
  readonly description: string
}

/** The tablet is our own page with the portal in a frame. */
export function startTablet({ register, command, key, description }: Options): void {
  let isOpen = false
  const show = (opening: TabletOpening | null) => {
    isOpen = opening !== null
    SetNuiFocus(isOpen, isOpen)
    SendNuiMessage(JSON.stringify({ type: isOpen ? 'open' : 'close', ...opening }))
  }
  onNet(NET.openTablet, (opening: TabletOpening) => show(opening))
  const answerPage = (name: string, work: () => void) => {
    RegisterNuiCallbackType(name)
    on(`__cfx_nui:${name}`, (_data: unknown, answer: (result: object) => void) => {
      work()
      answer({})
    })
  }
  answerPage('close', () => show(null))
  // The page could not reach the portal, or its ticket has expired.
  answerPage('again', () => void (isOpen && emitNet(NET.tablet)))
  // Give the keyboard back to the game.
  on('onResourceStop', (resource: string) => void (isOpen && resource === GetCurrentResourceName() && SetNuiFocus(false, false)))
  if (command === '') return
  register('tablet', () => (isOpen ? show(null) : emitNet(NET.tablet)))
  // With an empty key, each player can still choose one in the game's settings.
  // The game runs the command by its name, which another resource may have registered too; nobody else has the alias.
  RegisterKeyMapping(ALIASES.tablet, description, 'keyboard', key)
}
