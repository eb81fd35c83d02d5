import { connection } from '../../../platform/realtime/connection.ts'
import { mapChannel } from '../../../platform/realtime/realtime.ts'
import { portalPositions, type PositionsSource } from './positions-source.ts'
import { sharedPositions } from './shared-positions.ts'
import { createUnitPlaces } from './unit-places.ts'

const sources = new Map<number, PositionsSource>()

/** Where everyone is on a server: one for all who look, since the portal sends a page its positions once. */
export function serverPositions(serverId: number): PositionsSource {
  const known = sources.get(serverId) ?? sharedPositions(portalPositions(serverId, { channel: mapChannel, connection }))
  sources.set(serverId, known)
  return known
}

const places = new Map<number, ReturnType<typeof createUnitPlaces>>()

/** Where members are on a server, about once a second. Positions are only sent for as long as somebody listens. */
export function unitPlaces(serverId: number) {
  const known = places.get(serverId) ?? createUnitPlaces(serverPositions(serverId))
  places.set(serverId, known)
  return known
}
