import { decideSteamDispute, getSteamClaim, listSteamDisputes } from '@tenfour/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'

/** Read again when the account's Steam hex changes. */
export const steamClaimQuery = (userId: number, steamId: string | null) =>
  queryOptions({
    queryKey: ['steam', userId, steamId],
    queryFn: ({ signal }) => call(getSteamClaim, { params: { userId }, signal, quiet: true }),
    staleTime: 0,
    meta: { handled: true },
  })

export const disputesQuery = queryOptions({
  queryKey: ['steam', 'disputes'],
  queryFn: ({ signal }) => call(listSteamDisputes, { signal, quiet: true }),
  staleTime: 0,
  meta: { handled: true },
})

export async function decide(steamHex: string, userId: number | null): Promise<void> {
  try {
    await call(decideSteamDispute, { body: { steamHex, userId } })
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['steam'] })
  }
}
