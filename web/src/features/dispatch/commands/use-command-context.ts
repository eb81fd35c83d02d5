import type { Beat, CallType } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { selectedCallId } from '../../../panels/selection.ts'
import type { Command, CommandContext } from '../../../panels/commands/command.ts'
import { boardStore, useMayDispatch, useUnitPlacesNow } from '../board/board.port.ts'
import { useCallTypes } from '../calls/calls.port.ts'
import { beatsQuery } from '../units/units.port.ts'

const NO_BEATS: readonly Beat[] = []

/** The context for parsing a line, read on demand so that an idle command line does not rerender with the board. */
export function useCommandContext(commands: readonly Command[]): () => CommandContext {
  const { userId } = useSignedInUser()
  const mayDispatch = useMayDispatch()
  const callTypes: readonly CallType[] = useCallTypes()
  const beats = useQuery(beatsQuery).data ?? NO_BEATS
  const placesNow = useUnitPlacesNow()
  return useCallback(() => {
    const { units, calls } = boardStore().get()
    const [own, openCallId, places] = [units.get(userId), selectedCallId(), placesNow()]
    return { commands, units: [...units.values()], calls, callTypes, beats, own, mayDispatch, openCallId, places }
  }, [commands, userId, mayDispatch, callTypes, beats, placesNow])
}
