import { useMemo } from 'react'
import { connection, mapChannel } from '../../platform/realtime/realtime.ts'
import { portalPositions, type PositionsSource } from './positions-source.ts'

export const useServerPositions = (serverId: number): PositionsSource =>
  useMemo(() => portalPositions(serverId, { channel: mapChannel, connection }), [serverId])
