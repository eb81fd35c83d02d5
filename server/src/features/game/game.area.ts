import type { Features } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { apiLogsFeature } from './api-logs/api-logs.feature.ts'
import { bridgeFeature } from './bridge/bridge.feature.ts'
import { displayFeature } from './display/display.feature.ts'
import { positionsFeature } from './positions/positions.feature.ts'
import { replayFeature } from './replay/replay.feature.ts'
import { serverMapFeature } from './server-map/server-map.feature.ts'
import { serversFeature } from './servers/servers.feature.ts'
import { simulationFeature } from './simulation/simulation.feature.ts'
import { ticketsFeature } from './tickets/tickets.feature.ts'
import { tracksFeature } from './tracks/tracks.feature.ts'
import type { TrackClock } from './tracks/tracks.recorder.ts'
import { whitelistFeature } from './whitelist/whitelist.feature.ts'

/** For tests; the usual clock and the built resource unless given. */
export type GameOptions = { readonly trackClock?: TrackClock; readonly resourceFile?: string }

/** The parts of the game servers that other areas use. */
export async function composeGame(platform: Platform, { add }: Features, { trackClock, resourceFile }: GameOptions) {
  const { recordExchange, recordAdmission } = add(apiLogsFeature(platform))
  const { positions, viewers } = add(await positionsFeature(platform))
  add(tracksFeature({ ...platform, positions, trackClock }))
  const { canReplay } = add(replayFeature(platform))
  const { tickets } = add(ticketsFeature(platform))
  add(whitelistFeature(platform))
  const { maps, findPostal } = add(serverMapFeature(platform))
  add(displayFeature({ ...platform, positions, viewers, maps, recordAdmission: recordAdmission('display') }))
  add(serversFeature({ ...platform, resourceFile }))
  return { recordExchange, recordAdmission, positions, canReplay, tickets, maps, findPostal }
}

type Game = Awaited<ReturnType<typeof composeGame>>
type BridgeDeps = Parameters<typeof bridgeFeature>[0]

/** The bridge to the game servers, which uses the other areas. */
export function composeBridge(
  platform: Platform,
  { add }: Features,
  { positions, tickets, recordExchange, recordAdmission }: Game,
  others: Pick<BridgeDeps, 'board' | 'services' | 'records' | 'presence' | 'players'>,
): void {
  add(bridgeFeature({ ...platform, ...others, positions, tickets, record: recordExchange, recordAdmission: recordAdmission('bridge') }))
  add(simulationFeature({ ...platform, board: others.board }))
}
