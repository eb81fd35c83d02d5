import {
  decideClaim,
  decideLicence,
  decideRecordApproval,
  listClaims,
  listLicenceApplications,
  listRecordApprovals,
  type ClaimToDecide,
  type LicenceApplication,
  type RecordApproval,
} from '@tenfour/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'

const APPROVALS = ['approvals'] as const
export const PAGE_SIZE = 25
/** There is no room for these: others apply and decide meanwhile. */
const REFETCH_MS = 30_000

const fresh = {
  placeholderData: keepPreviousData,
  staleTime: 0,
  refetchOnWindowFocus: true,
  refetchInterval: REFETCH_MS,
  meta: { handled: true },
} as const

export const applicationsQuery = (page: number) =>
  queryOptions({
    queryKey: [...APPROVALS, 'licences', page],
    queryFn: ({ signal }) => call(listLicenceApplications, { query: { page, pageSize: PAGE_SIZE }, quiet: true, signal }),
    ...fresh,
  })

export const recordsQuery = (page: number) =>
  queryOptions({
    queryKey: [...APPROVALS, 'registrations', page],
    queryFn: ({ signal }) => call(listRecordApprovals, { query: { page, pageSize: PAGE_SIZE }, quiet: true, signal }),
    ...fresh,
  })

export const claimsQuery = (page: number) =>
  queryOptions({
    queryKey: [...APPROVALS, 'claims', page],
    queryFn: ({ signal }) => call(listClaims, { query: { page, pageSize: PAGE_SIZE }, quiet: true, signal }),
    ...fresh,
  })

export const refreshApprovals = (): Promise<void> => queryClient.invalidateQueries({ queryKey: APPROVALS })

export type Decision = { readonly isGranted: boolean; readonly reason: string }

export const decideApplication = ({ licenceId, version }: LicenceApplication, decision: Decision): Promise<unknown> =>
  call(decideLicence, { params: { licenceId }, body: { ...decision, version } })

export const decideOnRecord = ({ of, id, version }: RecordApproval, decision: Decision): Promise<unknown> =>
  call(decideRecordApproval, { body: { of, id, version, ...decision } })

export const decideOnClaim = ({ claimId }: ClaimToDecide, decision: Decision): Promise<unknown> =>
  call(decideClaim, { params: { claimId }, body: decision })
