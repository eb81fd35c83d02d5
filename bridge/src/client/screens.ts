import type { BridgeConfig } from '../config.ts'
import { NET } from '../net.ts'

type Screen = BridgeConfig['screens'][number]
type Open = { readonly dui: number }

/** A screen is a browser of its own: it is made for whoever comes near, and put away behind them. */
const NEAR = 50
const FAR = 60
const LOOK_MS = 1000
/** Of all that are open, about two of full size. */
const MAX_PIXELS = 4_200_000

const distanceTo = ({ places }: Screen): number => {
  const [x = 0, y = 0, z = 0] = GetEntityCoords(PlayerPedId(), true)
  return Math.min(...places.map((place) => Math.hypot(place.x - x, place.y - y, place.z - z)))
}
const pixelsOf = ({ width, height }: Screen) => width * height

/** Puts the portal's display on textures of the game. Nothing is made until the server says where the portal is. */
export function startScreens(screens: readonly Screen[]): void {
  if (screens.length === 0) return
  const opened = new Map<Screen, Open>()
  const painter = createPainter()
  let displayUrl = ''

  const close = (screen: Screen) => {
    const open = opened.get(screen)
    if (!open) return
    RemoveReplaceTexture(screen.dictionary, screen.texture)
    DestroyDui(open.dui)
    opened.delete(screen)
  }
  const look = () => {
    const seen = screens.map((screen) => ({ screen, distance: distanceTo(screen) })).sort((a, b) => a.distance - b.distance)
    for (const { screen, distance } of seen) if (distance > FAR) close(screen)
    let pixels = [...opened.keys()].reduce((sum, screen) => sum + pixelsOf(screen), 0)
    for (const { screen, distance } of seen) {
      // What is open stays as long as it is near: two that do not fit together would take turns otherwise.
      if (distance > NEAR || opened.has(screen) || pixels + pixelsOf(screen) > MAX_PIXELS) continue
      pixels += pixelsOf(screen)
      opened.set(screen, painter.paint(screen, addressOf(displayUrl, screen)))
    }
  }
  let timer: ReturnType<typeof setInterval> | undefined
  onNet(NET.screens, (url: string) => {
    // The portal was away and is back: the page in the screen has noticed by itself.
    if (url === displayUrl) return
    displayUrl = url
    for (const screen of screens) close(screen)
    look()
    timer ??= setInterval(look, LOOK_MS)
  })
  on('onResourceStop', (resource: string) => {
    if (resource !== GetCurrentResourceName()) return
    clearInterval(timer)
    for (const screen of screens) close(screen)
  })
}

const addressOf = (displayUrl: string, { screen, unit }: Screen) =>
  `${displayUrl}&screen=${screen}${unit === '' ? '' : `&unit=${encodeURIComponent(unit)}`}`

/**
 * A dictionary of textures that was made once stays in the game until the player leaves, and can be neither made again nor emptied: it has
 * a name of its own for each start of the resource, and each painting in it another.
 */
function createPainter() {
  const start = Date.now().toString(36)
  const dictionaries = new Map<Screen, { readonly name: string; readonly txd: number }>()
  let paintings = 0
  const dictionaryOf = (screen: Screen) => {
    const known = dictionaries.get(screen)
    if (known) return known
    const name = `tenfour_${start}_${dictionaries.size}`
    const made = { name, txd: CreateRuntimeTxd(name) }
    dictionaries.set(screen, made)
    return made
  }
  return {
    paint: (screen: Screen, url: string): Open => {
      const { name, txd } = dictionaryOf(screen)
      const texture = `painting_${(paintings += 1)}`
      const dui = CreateDui(url, screen.width, screen.height)
      CreateRuntimeTextureFromDuiHandle(txd, texture, GetDuiHandle(dui))
      AddReplaceTexture(screen.dictionary, screen.texture, name, texture)
      return { dui }
    },
  }
}
