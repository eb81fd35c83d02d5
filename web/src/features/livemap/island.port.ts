export { imageExtent, tilesExtent } from '../../map/calibration.ts'
export { ISLAND } from '../../map/engine/world.ts'
export { createTilePainter } from '../../map/island/tile-painter.ts'
export { tileAddress } from '../../map/tile-address.ts'
