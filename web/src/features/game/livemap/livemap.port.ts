export { CallMarker } from './CallMarkers.tsx'
export { MapControls } from './MapLayers.tsx'
export { moveMap } from './map-keys.ts'
export { createSignals, usePlaced } from './map-signals.ts'
