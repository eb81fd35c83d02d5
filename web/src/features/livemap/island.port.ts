export { ISLAND } from './engine/world.ts'
export { createTilePainter } from './island/tile-painter.ts'
