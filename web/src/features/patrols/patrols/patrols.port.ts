import { listUserPatrols, type Patrol } from '@tenfour/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'

/** The last patrol on duty that has ended; being in the game as a civilian may have started another since. */
export const lastDuty = <P extends Pick<Patrol, 'endedAt' | 'kind'>>(patrols: readonly P[]): P | undefined =>
  patrols.find(({ endedAt, kind }) => endedAt !== null && kind === 'duty')

/** Apart from the other queries: the desktop needs this one alone. */
export const userPatrolsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['patrols', 'user', userId],
    queryFn: ({ signal }) => call(listUserPatrols, { params: { userId }, quiet: true, signal }),
    refetchOnWindowFocus: true,
    meta: { handled: true },
  })
