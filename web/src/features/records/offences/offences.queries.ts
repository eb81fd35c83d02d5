import {
  createOffence,
  listOffenceRevisions,
  listOffences,
  retireOffence,
  updateOffence,
  type Offence,
  type OffenceFilter,
  type OffenceInput,
} from '@tenfour/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { subscribe } from '../../../platform/realtime/realtime.ts'
import { hasMissed } from '../../../platform/realtime/rooms.ts'

const OFFENCES = ['offences'] as const

export const offencesQuery = (filter: OffenceFilter) =>
  queryOptions({
    queryKey: [...OFFENCES, 'list', filter],
    queryFn: ({ signal }) => call(listOffences, { query: filter, signal, quiet: true }),
    // Keeps the previous rows until the new ones arrive, so that nothing jumps while filtering.
    placeholderData: keepPreviousData,
    meta: { handled: true },
  })

const MAX_FOUND = 20

/** The offences that a search of the penal code finds, for the command line. */
export const findOffences = async (q: string, signal: AbortSignal): Promise<readonly Offence[]> =>
  (await call(listOffences, { query: { q, page: 1, pageSize: MAX_FOUND, includeRetired: false }, signal, quiet: true })).items

export const revisionsQuery = (offenceId: number) =>
  queryOptions({
    queryKey: [...OFFENCES, offenceId, 'revisions'],
    queryFn: ({ signal }) => call(listOffenceRevisions, { params: { offenceId }, signal, quiet: true }),
    meta: { handled: true },
  })

const refresh = () => void queryClient.invalidateQueries({ queryKey: OFFENCES }).catch(reportError)

/** Refetches what is shown when the penal code changes, here or elsewhere. */
export function useLiveOffences(): void {
  useEffect(() => {
    return subscribe(
      'offences',
      {},
      {
        // The first snapshot comes with the page.
        onSnapshot: (_offences, position) => hasMissed(position) && refresh(),
        onDelta: refresh,
      },
    )
  }, [])
}

/** The room tells everyone, this window too. */
export const saveOffence = (input: OffenceInput, offence: Offence | null): Promise<Offence> =>
  offence
    ? call(updateOffence, { params: { offenceId: offence.offenceId }, body: { ...input, version: offence.version } })
    : call(createOffence, { body: input })

export const setRetired = ({ offenceId, version }: Offence, isRetired: boolean): Promise<Offence> =>
  call(retireOffence, { params: { offenceId }, body: { version, isRetired } })
