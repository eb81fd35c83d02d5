import {
  createInvitation,
  endInvitation,
  listInvitations,
  listInvitationUses,
  resumeInvitation,
  type Invitation,
  type ResponseOf,
  type SentBodyOf,
} from '@tenfour/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { subscribe } from '../../../platform/realtime/realtime.ts'
import { withReason } from './refusal.ts'

const INVITATIONS = ['invitations'] as const
export const PAGE_SIZE = 25

export type Shown = 'current' | 'over'
/** A new invitation, with the code that is in this answer alone. */
export type IssuedInvitation = ResponseOf<typeof createInvitation>

export const invitationsQuery = (show: Shown, page: number) =>
  queryOptions({
    queryKey: [...INVITATIONS, show, page],
    queryFn: ({ signal }) => call(listInvitations, { query: { show, page, pageSize: PAGE_SIZE }, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: true,
    meta: { handled: true },
  })

export const usesQuery = (invitationId: number, page: number) =>
  queryOptions({
    queryKey: [...INVITATIONS, 'uses', invitationId, page],
    queryFn: ({ signal }) =>
      call(listInvitationUses, { params: { invitationId }, query: { page, pageSize: PAGE_SIZE }, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { handled: true },
  })

const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: INVITATIONS })

/** Follows places as they are used, and invitations that others make, end or resume. */
export const useLiveInvitations = (): void =>
  useEffect(() => {
    const changed = () => void refresh().catch(reportError)
    return subscribe('invitations', {}, { onSnapshot: (_none, { seq, known }) => known !== seq && changed(), onDelta: changed })
  }, [])

export async function makeInvitation(body: SentBodyOf<typeof createInvitation>): Promise<IssuedInvitation> {
  try {
    const issued = await call(createInvitation, { body })
    refresh().catch(reportError)
    return issued
  } catch (error) {
    throw withReason(error)
  }
}

const after = async (work: Promise<Invitation>): Promise<Invitation> => {
  try {
    return await work
  } catch (error) {
    throw withReason(error)
  } finally {
    await refresh().catch(reportError)
  }
}

export const end = ({ invitationId }: Invitation): Promise<Invitation> => after(call(endInvitation, { params: { invitationId } }))
export const resume = ({ invitationId }: Invitation): Promise<Invitation> => after(call(resumeInvitation, { params: { invitationId } }))
