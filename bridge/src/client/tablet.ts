import { NET, type TabletOpening } from '../net.ts'

/** The tablet is a page of ours with the portal in a frame. */
export function startTablet({ command, key }: { command: string; key: string }): void {
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
  // The page could not reach the portal, or has no ticket that is good still.
  answerPage('again', () => void (isOpen && emitNet(NET.tablet)))
  // What takes the keyboard must give it back.
  on('onResourceStop', (resource: string) => void (isOpen && resource === GetCurrentResourceName() && SetNuiFocus(false, false)))
  if (command === '') return
  RegisterCommand(command, () => (isOpen ? show(null) : emitNet(NET.tablet)), false)
  RegisterKeyMapping(command, 'Open the tablet', 'keyboard', key)
}
