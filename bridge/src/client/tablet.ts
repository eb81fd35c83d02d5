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
  RegisterNuiCallback('close', (_data, answer) => {
    show(null)
    answer({})
  })
  if (command === '') return
  RegisterCommand(command, () => (isOpen ? show(null) : emitNet(NET.tablet)), false)
  RegisterKeyMapping(command, 'Open the tablet', 'keyboard', key)
}
