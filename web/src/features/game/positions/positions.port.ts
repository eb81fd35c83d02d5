import { connection } from '../../../platform/realtime/connection.ts'
import { mapChannel } from '../../../platform/realtime/realtime.ts'
import { portalPositions, type PositionsSource } from './positions-source.ts'
import { sharedPositions } from './shared-positions.ts'
import { createUnitPlaces } from './unit-places.ts'

export type { PositionsPhase, PositionsSource } from './positions-source.ts'

const sources = new Map<number, PositionsSource>()

/** A server's positions, shared by all subscribers, since the portal sends them to a page only once. */
export function serverPositions(serverId: number): PositionsSource {
  const known = sources.get(serverId) ?? sharedPositions(portalPositions(serverId, { channel: mapChannel, connection }))
  sources.set(serverId, known)
  return known
}

const places = new Map<number, ReturnType<typeof createUnitPlaces>>()

/** Members' positions on a server, about once a second. Subscribed only while there are listeners. */
export function unitPlaces(serverId: number) {
  const known = places.get(serverId) ?? createUnitPlaces(serverPositions(serverId))
  places.set(serverId, known)
  return known
}
