import type { DesktopFeature } from '../panels/desktop-feature.ts'
import { cadFeature } from '../features/cad/cad.feature.ts'
import { callsFeature } from '../features/calls/calls.feature.ts'
import { commandsFeature } from '../features/commands/commands.feature.ts'
import { deskFeature } from '../features/desk/desk.feature.ts'
import { livemapFeature } from '../features/livemap/livemap.feature.ts'
import { tonesFeature } from '../features/tones/tones.feature.ts'
import { unitsFeature } from '../features/units/units.feature.ts'

/** Every feature that brings something to the desktop. */
export const DESKTOP_FEATURES: readonly DesktopFeature[] = [
  callsFeature,
  unitsFeature,
  tonesFeature,
  deskFeature,
  livemapFeature,
  commandsFeature,
  cadFeature,
]
