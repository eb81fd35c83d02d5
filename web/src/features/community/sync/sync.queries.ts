import {
  cancelHeldRun,
  confirmHeldRun,
  fixAllDiscordDrift,
  fixDiscordDrift,
  followDiscordGuild,
  keepDiscordDrift,
  listDiscordDrift,
  listHeldRuns,
  previewDiscordSync,
  unfollowDiscordGuild,
  type DriftItem,
  type DriftKind,
  type HeldRun,
} from '@tenfour/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { errorInfo } from '../../../ui/error-info.ts'
import { keepFocus } from '../../../ui/keep-focus.ts'

const SYNC = ['discord-sync'] as const
const PAGE_SIZE = 25

export const planQuery = (guildId: string, page: number) =>
  queryOptions({
    queryKey: [...SYNC, 'plan', guildId, page],
    queryFn: ({ signal }) => call(previewDiscordSync, { params: { guildId }, query: { page, pageSize: PAGE_SIZE }, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { handled: true },
  })

export const driftQuery = (guildId: string, page: number, kind?: DriftKind) =>
  queryOptions({
    queryKey: [...SYNC, 'drift', guildId, { page, kind }],
    queryFn: ({ signal }) =>
      call(listDiscordDrift, { params: { guildId }, query: { page, pageSize: PAGE_SIZE, ...(kind && { kind }) }, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { handled: true },
  })

export const heldRunsQuery = queryOptions({
  queryKey: [...SYNC, 'held'],
  queryFn: ({ signal }) => call(listHeldRuns, { quiet: true, signal }),
  staleTime: 0,
  meta: { handled: true },
})

export const refreshSync = (): Promise<void> => queryClient.invalidateQueries({ queryKey: SYNC })

const keyOf = ({ kind, member, roleId }: DriftItem) => ({ kind, userId: member.userId, roleId })

export const follow = (guildId: string, digest: string) => call(followDiscordGuild, { params: { guildId }, body: { digest } })
export const unfollow = (guildId: string) => call(unfollowDiscordGuild, { params: { guildId }, body: {} })
export const fix = (guildId: string, item: DriftItem) => call(fixDiscordDrift, { params: { guildId }, body: keyOf(item) })
export const keep = (guildId: string, item: DriftItem) => call(keepDiscordDrift, { params: { guildId }, body: keyOf(item) })
export const fixAll = (guildId: string, digest: string, isDryRun: boolean) =>
  call(fixAllDiscordDrift, { params: { guildId }, body: { digest, isDryRun } })
export const confirmRun = ({ runId, digest }: HeldRun) => call(confirmHeldRun, { params: { runId }, body: { digest } })
export const cancelRun = (runId: number) => call(cancelHeldRun, { params: { runId }, body: {} })

/** Something a button does; a failure is said, and what is shown is loaded again either way. */
export async function actOnSync(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (failure) {
    notify.error(errorInfo(failure).message)
  }
  await refreshSync()
  keepFocus()
}
