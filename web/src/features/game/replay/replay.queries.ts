import {
  decodeTracks,
  getCallReplay,
  getPatrolReplay,
  getPatrolTracks,
  getReplay,
  getTracks,
  type Replay,
  type Track,
} from '@tenfour/contract'
import { queryOptions } from '@tanstack/react-query'
import { call, callForFile } from '../../../platform/api/client.ts'
import { sourceKey, type ReplaySource } from './replay-link.ts'

export const replayQuery = (source: ReplaySource) =>
  queryOptions({
    queryKey: ['replay', sourceKey(source)],
    queryFn: ({ signal }): Promise<Replay> => {
      if (source.kind === 'call') return call(getCallReplay, { params: { callId: source.callId }, signal })
      if (source.kind === 'patrol') return call(getPatrolReplay, { params: { patrolId: source.patrolId }, signal })
      const { serverId, from, to } = source
      return call(getReplay, { params: { serverId }, query: { from, to }, signal })
    },
    // The past stays as it is; what is read once is played to the end.
    staleTime: Infinity,
    gcTime: 0,
    meta: { handled: true },
  })

export const loadTracks = async (serverId: number, times: { from: number; to: number }, signal: AbortSignal): Promise<readonly Track[]> => {
  const query = { from: new Date(times.from).toISOString(), to: new Date(times.to).toISOString() }
  return decoded(await callForFile(getTracks, { params: { serverId }, query, quiet: true, signal }))
}

export const loadPatrolTracks = async (patrolId: number, signal: AbortSignal): Promise<readonly Track[]> =>
  decoded(await callForFile(getPatrolTracks, { params: { patrolId }, quiet: true, signal }))

async function decoded(file: Blob): Promise<readonly Track[]> {
  const tracks = decodeTracks(new Uint8Array(await file.arrayBuffer()))
  if (!tracks) throw new Error('These are no tracks')
  return tracks
}
