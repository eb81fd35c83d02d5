import type { Beat, CallType } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSignedInUser } from '../../platform/session/useSignedInUser.ts'
import { boardStore, useMayDispatch } from '../board/board.port.ts'
import { selectedCallId } from '../../panels/selection.ts'
import { useCallTypes } from '../calls/calls.port.ts'
import { unitPlaces } from '../positions/positions.port.ts'
import { beatsQuery } from '../units/units.port.ts'
import type { CommandContext } from '../../panels/commands/command.ts'

const NO_BEATS: readonly Beat[] = []

/** What a line is read against, asked for when it is needed: a line nobody types in need not follow the board. */
export function useCommandContext(): () => CommandContext {
  const { userId } = useSignedInUser()
  const mayDispatch = useMayDispatch()
  const callTypes: readonly CallType[] = useCallTypes()
  const beats = useQuery(beatsQuery).data ?? NO_BEATS
  return useCallback(() => {
    const { units, calls, serverId } = boardStore().get()
    const [own, openCallId, places] = [units.get(userId), selectedCallId(), unitPlaces(serverId).get()]
    return { units: [...units.values()], calls, callTypes, beats, own, mayDispatch, openCallId, places }
  }, [userId, mayDispatch, callTypes, beats])
}
