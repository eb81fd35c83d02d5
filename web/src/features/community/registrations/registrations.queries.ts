import {
  acceptRegistration,
  askApplicant,
  declineRegistration,
  getRegistration,
  listRegistrations,
  type Registration,
  type RegistrationState,
  type SentBodyOf,
} from '@tenfour/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { subscribe } from '../../../platform/realtime/realtime.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { withReason } from '../../people/invitations/invitations.port.ts'

const REGISTRATIONS = ['registrations'] as const
export const PAGE_SIZE = 25
export type Shown = 'waiting' | 'decided'

export const registrationsQuery = (show: Shown, page: number) =>
  queryOptions({
    queryKey: [...REGISTRATIONS, show, page],
    queryFn: ({ signal }) => call(listRegistrations, { query: { show, page, pageSize: PAGE_SIZE }, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: true,
    meta: { handled: true },
  })

export const registrationQuery = (registrationId: number) =>
  queryOptions({
    queryKey: [...REGISTRATIONS, 'one', registrationId],
    queryFn: ({ signal }) => call(getRegistration, { params: { registrationId }, quiet: true, signal }),
    staleTime: 0,
    meta: { handled: true },
  })

/** Follows the queue. An application that someone reads is asked for anew only if it changed itself. */
export const useLiveRegistrations = (): void =>
  useEffect(() => {
    const refresh = (queryKey: readonly unknown[]) => void queryClient.invalidateQueries({ queryKey }).catch(reportError)
    return subscribe(
      'registrations',
      {},
      {
        onSnapshot: (_registrations, { seq, known }) => known !== seq && refresh(REGISTRATIONS),
        onDelta: ({ payload: { registrationId } }) => {
          for (const shown of ['waiting', 'decided']) refresh([...REGISTRATIONS, shown])
          refresh([...REGISTRATIONS, 'one', registrationId])
        },
      },
    )
  }, [])

const decide = async (work: Promise<Registration>): Promise<Registration> => {
  try {
    return await work
  } catch (error) {
    throw withReason(error)
  } finally {
    await queryClient.invalidateQueries({ queryKey: REGISTRATIONS }).catch(reportError)
  }
}

export const accept = (registrationId: number, body: SentBodyOf<typeof acceptRegistration>): Promise<Registration> =>
  decide(call(acceptRegistration, { params: { registrationId }, body }))
export const ask = (registrationId: number, body: SentBodyOf<typeof askApplicant>): Promise<Registration> =>
  decide(call(askApplicant, { params: { registrationId }, body }))
export const decline = (registrationId: number, body: SentBodyOf<typeof declineRegistration>): Promise<Registration> =>
  decide(call(declineRegistration, { params: { registrationId }, body }))

export const STATES: Readonly<Record<RegistrationState, { tone: 'warning' | 'info' | 'success' | 'off'; word: string }>> = {
  unconfirmed: { tone: 'off', word: 'Address not confirmed' },
  open: { tone: 'warning', word: 'To decide' },
  asked: { tone: 'info', word: 'Asked back' },
  accepted: { tone: 'success', word: 'Accepted' },
  declined: { tone: 'off', word: 'Declined' },
  withdrawn: { tone: 'off', word: 'Withdrawn' },
}
