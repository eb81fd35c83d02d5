import type { BridgeConfig } from '../config.ts'
import { NET } from '../net.ts'

type Screen = BridgeConfig['screens'][number]

/** Each screen is a browser, so it has its page only for players nearby. NEAR and FAR differ to avoid flapping. */
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
  const opened = new Set<Screen>()
  const painter = createPainter()
  let displayUrl = ''

  const close = (screen: Screen) => {
    if (opened.delete(screen)) painter.clear(screen)
  }
  const update = () => {
    const byDistance = screens.map((screen) => ({ screen, distance: distanceTo(screen) })).sort((a, b) => a.distance - b.distance)
    for (const { screen, distance } of byDistance) if (distance > FAR) close(screen)
    let pixels = [...opened].reduce((sum, screen) => sum + pixelsOf(screen), 0)
    for (const { screen, distance } of byDistance) {
      // Open screens stay open while near; otherwise two that exceed the limit together would alternate.
      if (distance > NEAR || opened.has(screen) || pixels + pixelsOf(screen) > MAX_PIXELS) continue
      pixels += pixelsOf(screen)
      opened.add(screen)
      painter.paint(screen, addressOf(displayUrl, screen))
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
    painter.end()
  })
}

const addressOf = (displayUrl: string, { screen, unit }: Screen) =>
  `${displayUrl}&screen=${screen}${unit === '' ? '' : `&unit=${encodeURIComponent(unit)}`}`

/** Keeps a browser's texture without a page that costs anything. */
const EMPTY_PAGE = 'about:blank'

/**
 * Textures and their dictionaries, once created, stay until the player leaves and can be neither recreated nor freed. So each screen has one browser and
 * one texture, for as long as the resource runs, and their names are unique to each start of it.
 */
function createPainter() {
  const start = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`
  const paintings = new Map<Screen, { readonly dictionary: string; readonly texture: string; readonly dui: number }>()
  const create = (screen: Screen, url: string) => {
    const [dictionary, texture] = [`tenfour_${start}_${paintings.size}`, 'painting']
    const dui = CreateDui(url, screen.width, screen.height)
    CreateRuntimeTextureFromDuiHandle(CreateRuntimeTxd(dictionary), texture, GetDuiHandle(dui))
    const painting = { dictionary, texture, dui }
    paintings.set(screen, painting)
    return painting
  }
  return {
    paint: (screen: Screen, url: string): void => {
      const known = paintings.get(screen)
      if (known) SetDuiUrl(known.dui, url)
      const { dictionary, texture } = known ?? create(screen, url)
      AddReplaceTexture(screen.dictionary, screen.texture, dictionary, texture)
    },
    clear: (screen: Screen): void => {
      RemoveReplaceTexture(screen.dictionary, screen.texture)
      const known = paintings.get(screen)
      if (known) SetDuiUrl(known.dui, EMPTY_PAGE)
    },
    end: (): void => {
      for (const { dui } of paintings.values()) DestroyDui(dui)
    },
  }
}
