export { imageExtent, tilesExtent } from './calibration.ts'
export { ISLAND } from './engine/world.ts'
export { createTilePainter } from './island/tile-painter.ts'
export { tileAddress } from './tile-address.ts'
