import { decideSharedLicense, getPlayerIdentifiers, listSharedLicenses, type PlayerCode, type SharedLicense } from '@tenfour/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { createOwnRoom } from '../../../platform/realtime/own-room.ts'
import { subscribe } from '../../../platform/realtime/realtime.ts'

export const playerIdentifiersQuery = (userId: number) =>
  queryOptions({
    queryKey: ['players', userId],
    queryFn: ({ signal }) => call(getPlayerIdentifiers, { params: { userId }, signal, quiet: true }),
    staleTime: 0,
    meta: { handled: true },
  })

export const sharedLicensesQuery = queryOptions({
  queryKey: ['players', 'shared'],
  queryFn: ({ signal }) => call(listSharedLicenses, { signal, quiet: true }),
  staleTime: 0,
  meta: { handled: true },
})

export async function decideLicense({ kind, license }: SharedLicense, userId: number | null): Promise<void> {
  try {
    await call(decideSharedLicense, { body: { kind, license, userId } })
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['players'] })
  }
}

/** The code that the member types in the game; null for none, undefined until loaded. */
export const usePlayerCode: (userId: number) => PlayerCode | null | undefined = createOwnRoom<'player-code'>(
  (userId, handlers) => subscribe('player-code', { userId }, handlers),
  (_code, { payload }) => payload,
)

export const refreshPlayer = (userId: number): Promise<void> => queryClient.invalidateQueries({ queryKey: ['players', userId] })
