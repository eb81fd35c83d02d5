import type { BridgeConfig } from '../config.ts'
import { NET } from '../net.ts'

type Screen = BridgeConfig['screens'][number]

/** Puts the portal's display on textures of the game. Nothing is made until the server says where the portal is. */
export function startScreens(screens: readonly Screen[]): void {
  if (screens.length === 0) return
  let open: { readonly dui: number; readonly screen: Screen }[] = []
  const close = () => {
    for (const { dui, screen } of open) {
      RemoveReplaceTexture(screen.dictionary, screen.texture)
      DestroyDui(dui)
    }
    open = []
  }
  let shown = ''
  onNet(NET.screens, (displayUrl: string) => {
    // The portal was away and is back: the page in the screen has noticed by itself.
    if (displayUrl === shown) return
    shown = displayUrl
    close()
    open = screens.map((screen, index) => {
      const unit = screen.unit === '' ? '' : `&unit=${encodeURIComponent(screen.unit)}`
      const dui = CreateDui(`${displayUrl}&screen=${screen.screen}${unit}`, screen.width, screen.height)
      const name = `tenfour_${index}`
      CreateRuntimeTextureFromDuiHandle(CreateRuntimeTxd(name), name, GetDuiHandle(dui))
      AddReplaceTexture(screen.dictionary, screen.texture, name, name)
      return { dui, screen }
    })
  })
  on('onResourceStop', (resource: string) => void (resource === GetCurrentResourceName() && close()))
}
