import type { DesktopFeature } from '../panels/desktop-feature.ts'
import { cadFeature } from '../features/portal/cad/cad.feature.ts'
import { charactersFeature } from '../features/records/characters/characters.feature.ts'
import { callsFeature } from '../features/dispatch/calls/calls.feature.ts'
import { commandsFeature } from '../features/dispatch/commands/commands.feature.ts'
import { deskFeature } from '../features/dispatch/desk/desk.feature.ts'
import { bolosFeature } from '../features/records/bolos/bolos.feature.ts'
import { livemapFeature } from '../features/game/livemap/livemap.feature.ts'
import { lookupsFeature } from '../features/records/lookups/lookups.feature.ts'
import { reportsFeature } from '../features/records/reports/reports.feature.ts'
import { warrantDeskFeature } from '../features/legal/warrants/desk/warrant-desk.feature.ts'
import { tonesFeature } from '../features/dispatch/tones/tones.feature.ts'
import { unitsFeature } from '../features/dispatch/units/units.feature.ts'

/** Every feature that contributes to the desktop. */
export const DESKTOP_FEATURES: readonly DesktopFeature[] = [
  callsFeature,
  unitsFeature,
  tonesFeature,
  deskFeature,
  livemapFeature,
  lookupsFeature,
  bolosFeature,
  reportsFeature,
  warrantDeskFeature,
  charactersFeature,
  commandsFeature,
  cadFeature,
]
