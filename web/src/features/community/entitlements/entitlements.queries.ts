import {
  listEntitlementProposals,
  listEntitlements,
  previewMember,
  type MemberEffects,
  type PreviewedChange,
  accessSubject,
  admin,
  isAllowed,
  manageDiscord,
  type EntitlementGift,
  type EntitlementRole,
} from '@tenfour/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { useMemo } from 'react'
import { followsOf } from './entitlement.labels.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'

export const entitlementsQuery = queryOptions({
  queryKey: ['entitlements', 'list'],
  queryFn: ({ signal }) => call(listEntitlements, { signal, quiet: true }),
  staleTime: 0,
  meta: { handled: true },
})

export const refreshEntitlements = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['entitlements'] })

/** Asked anew each time it is shown: whatever it is compared with may have changed. */
export const effectsQuery = <T>(change: T, ask: (change: T, signal: AbortSignal) => Promise<MemberEffects>) =>
  queryOptions({
    queryKey: ['entitlements', 'preview', change],
    queryFn: ({ signal }) => ask(change, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
    meta: { handled: true },
  })

export const askEffects = (body: PreviewedChange, signal: AbortSignal): Promise<MemberEffects> =>
  call(previewMember, { body, signal, quiet: true })

export const proposalsQuery = (guildId: string, page: number) =>
  queryOptions({
    queryKey: ['entitlements', 'proposals', guildId, page],
    queryFn: ({ signal }) => call(listEntitlementProposals, { query: { guildId, page, pageSize: 25 }, signal, quiet: true }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: { handled: true },
  })

/** The sources of each Discord role, in words; empty until they are known. */
export function useFollows(): ReadonlyMap<string, string> {
  const { data } = useQuery(entitlementsQuery)
  return useMemo(() => (data ? followsOf(data) : new Map()), [data])
}

/** Who may change what, as the server decides it: Discord roles without power by those who manage Discord, all else by an admin. */
export function useMayEntitle() {
  const subject = accessSubject(useSignedInUser())
  const [isAdmin, mayManage] = [isAllowed(admin, subject), isAllowed(manageDiscord, subject)]
  return {
    isAdmin,
    mayManage,
    mayChange: (gift: EntitlementGift, roles: readonly EntitlementRole[]): boolean =>
      isAdmin || (mayManage && gift.kind === 'discordRole' && roles.find(({ roleId }) => roleId === gift.roleId)?.isPowerful !== true),
  }
}
