import type BaseLayer from 'ol/layer/Base.js'
import ImageLayer from 'ol/layer/Image.js'
import TileLayer from 'ol/layer/Tile.js'
import type Projection from 'ol/proj/Projection.js'
import ImageStatic from 'ol/source/ImageStatic.js'
import ImageTile from 'ol/source/ImageTile.js'
import TileGrid from 'ol/tilegrid/TileGrid.js'
import type { Box } from '../island/geometry.ts'
import { PALETTES, type MapTheme } from '../island/palette.ts'
import type { TilePainter } from '../island/tile-painter.ts'
import { loadImage, tileAddress, RESOLUTIONS, WORLD } from './world.ts'

/** The map's background: the built-in drawing, an uploaded image, or external tiles. */
export type Backdrop =
  | { readonly kind: 'island' }
  | { readonly kind: 'image'; readonly url: string; readonly extent: Box }
  | { readonly kind: 'tiles'; readonly url: string; readonly extent: Box; readonly tileSize: number; readonly maxZoom: number }

const TILE = 512
/** Each is about a megabyte. */
const MAX_TILES = 60

/** This many failures before the first success mean that the tiles are unavailable. */
const MAX_FAILED = 4

type LayerOptions = {
  readonly projection: Projection
  readonly theme: MapTheme
  readonly painter: () => TilePainter
  /** The external tiles are unavailable. */
  readonly onFailed: () => void
}

export function backdropLayer(backdrop: Backdrop, options: LayerOptions): BaseLayer {
  switch (backdrop.kind) {
    case 'island':
      return islandLayer(options)
    case 'image':
      return new ImageLayer({
        source: new ImageStatic({ url: backdrop.url, imageExtent: [...backdrop.extent], projection: options.projection }),
        background: PALETTES[options.theme].water,
      })
    case 'tiles':
      return tilesLayer(backdrop, options)
  }
}

function islandLayer({ projection, theme, painter }: LayerOptions): BaseLayer {
  const [minX, minY, maxX, maxY] = WORLD
  const tileGrid = new TileGrid({ origin: [minX, maxY], extent: [minX, minY, maxX, maxY], resolutions: [...RESOLUTIONS], tileSize: TILE })
  const pixelRatio = Math.min(2, window.devicePixelRatio || 1)
  const source = new ImageTile({
    projection,
    tileGrid,
    transition: 0,
    interpolate: true,
    loader: (z, column, row, { signal }) => {
      const resolution = tileGrid.getResolution(z)
      const side = TILE * resolution
      return painter().paint(theme, { minX: minX + column * side, maxY: maxY - row * side, resolution, size: TILE, pixelRatio }, signal)
    },
  })
  return new TileLayer({ source, background: PALETTES[theme].water, cacheSize: MAX_TILES })
}

function tilesLayer({ url, extent, tileSize, maxZoom }: Extract<Backdrop, { kind: 'tiles' }>, options: LayerOptions): BaseLayer {
  const { projection, theme, onFailed } = options
  let [hasLoaded, failed] = [false, 0]
  const [minX, minY, maxX, maxY] = extent
  const closest = (maxX - minX) / (tileSize * 2 ** maxZoom)
  const resolutions = Array.from({ length: maxZoom + 1 }, (_, zoom) => closest * 2 ** (maxZoom - zoom))
  const tileGrid = new TileGrid({ origin: [minX, maxY], extent: [minX, minY, maxX, maxY], resolutions, tileSize })
  const source = new ImageTile({
    projection,
    tileGrid,
    interpolate: true,
    // Requested without CORS: the tiles are only displayed, and many tile servers don't allow it.
    loader: async (z, x, y) => {
      try {
        const image = await loadImage(tileAddress(url, z, x, y))
        hasLoaded = true
        return image
      } catch (error) {
        failed += 1
        if (!hasLoaded && failed === MAX_FAILED) onFailed()
        throw error
      }
    },
  })
  return new TileLayer({ source, background: PALETTES[theme].water, cacheSize: MAX_TILES })
}
