import type { BridgeConfig } from '../config.ts'
import { NET } from '../net.ts'

type Screen = BridgeConfig['screens'][number]
type OpenScreen = { readonly dui: number }

/** Each screen is a browser, so it is opened only for players nearby. NEAR and FAR differ to avoid flapping. */
const NEAR = 50
const FAR = 60
const UPDATE_MS = 1000
/** Total of all open screens: about two of full size. */
const MAX_PIXELS = 4_200_000

const distanceTo = ({ places }: Screen): number => {
  const [x = 0, y = 0, z = 0] = GetEntityCoords(PlayerPedId(), true)
  return Math.min(...places.map((place) => Math.hypot(place.x - x, place.y - y, place.z - z)))
}
const pixelsOf = ({ width, height }: Screen) => width * height

/** Shows the portal's display on game textures. Nothing is created until the server sends the portal's address. */
export function startScreens(screens: readonly Screen[]): void {
  if (screens.length === 0) return
  const opened = new Map<Screen, OpenScreen>()
  const painter = createPainter()
  let displayUrl = ''

  const close = (screen: Screen) => {
    const open = opened.get(screen)
    if (!open) return
    RemoveReplaceTexture(screen.dictionary, screen.texture)
    DestroyDui(open.dui)
    opened.delete(screen)
  }
  const update = () => {
    const byDistance = screens.map((screen) => ({ screen, distance: distanceTo(screen) })).sort((a, b) => a.distance - b.distance)
    for (const { screen, distance } of byDistance) if (distance > FAR) close(screen)
    let pixels = [...opened.keys()].reduce((sum, screen) => sum + pixelsOf(screen), 0)
    for (const { screen, distance } of byDistance) {
      // Open screens stay open while near; otherwise two that exceed the limit together would alternate.
      if (distance > NEAR || opened.has(screen) || pixels + pixelsOf(screen) > MAX_PIXELS) continue
      pixels += pixelsOf(screen)
      opened.set(screen, painter.paint(screen, addressOf(displayUrl, screen)))
    }
  }
  let timer: ReturnType<typeof setInterval> | undefined
  onNet(NET.screens, (url: string) => {
    // The portal is reachable again; the page reconnects on its own.
    if (url === displayUrl) return
    displayUrl = url
    for (const screen of screens) close(screen)
    update()
    timer ??= setInterval(update, UPDATE_MS)
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
 * A texture dictionary, once created, stays until the player leaves and can be neither recreated nor cleared. So its name is unique to each
 * start of the resource, and every texture in it gets a new name.
 */
function createPainter() {
  const start = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`
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
    paint: (screen: Screen, url: string): OpenScreen => {
      const { name, txd } = dictionaryOf(screen)
      const texture = `painting_${(paintings += 1)}`
      const dui = CreateDui(url, screen.width, screen.height)
      CreateRuntimeTextureFromDuiHandle(txd, texture, GetDuiHandle(dui))
      AddReplaceTexture(screen.dictionary, screen.texture, name, texture)
      return { dui }
    },
  }
}
