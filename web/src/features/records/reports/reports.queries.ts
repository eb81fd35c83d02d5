import {
  getReport,
  listPatientReports,
  listPersonReports,
  type ReportKind,
  getReportRevision,
  listContestedFines,
  listReportedFines,
  listDepartmentReports,
  listOwnReports,
  listReportQueue,
  searchReports,
  type ReportFilter,
} from '@tenfour/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'

const REPORTS = ['reports'] as const
const LISTS = [...REPORTS, 'list'] as const
/** Rooms tell of the user's own reports and of waiting ones; reports of others have no room. */
const REFETCH_MS = 60_000
export const FINES_PAGE_SIZE = 5

const list = { placeholderData: keepPreviousData, staleTime: 0, refetchOnWindowFocus: true, meta: { handled: true } } as const

export const ownReportsQuery = (filter: ReportFilter) =>
  queryOptions({
    queryKey: [...LISTS, 'own', filter],
    queryFn: ({ signal }) => call(listOwnReports, { query: filter, quiet: true, signal }),
    ...list,
  })

/** The reports of a department, for its approvers; without a department, the reports that a unit on duty may read. */
export const allReportsQuery = (filter: ReportFilter, departmentId: number | undefined) =>
  queryOptions({
    queryKey: [...LISTS, 'all', departmentId, filter],
    queryFn: ({ signal }) =>
      departmentId === undefined
        ? call(searchReports, { query: filter, quiet: true, signal })
        : call(listDepartmentReports, { params: { departmentId }, query: filter, quiet: true, signal }),
    ...list,
    refetchInterval: REFETCH_MS,
  })

export const queueQuery = (departmentId: number, page: number, pageSize: number) =>
  queryOptions({
    queryKey: [...LISTS, 'queue', departmentId, page, pageSize],
    queryFn: ({ signal }) => call(listReportQueue, { params: { departmentId }, query: { page, pageSize }, quiet: true, signal }),
    ...list,
  })

export const contestedQuery = (departmentId: number, page: number) =>
  queryOptions({
    queryKey: [...LISTS, 'contested', departmentId, page],
    queryFn: ({ signal }) =>
      call(listContestedFines, { params: { departmentId }, query: { page, pageSize: FINES_PAGE_SIZE }, quiet: true, signal }),
    ...list,
  })

export const reportedQuery = (departmentId: number, page: number) =>
  queryOptions({
    queryKey: [...LISTS, 'reported', departmentId, page],
    queryFn: ({ signal }) =>
      call(listReportedFines, { params: { departmentId }, query: { page, pageSize: FINES_PAGE_SIZE }, quiet: true, signal }),
    ...list,
  })

const reportKey = (reportId: number) => [...REPORTS, 'one', reportId] as const

export const reportQuery = (reportId: number) =>
  queryOptions({
    queryKey: reportKey(reportId),
    queryFn: ({ signal }) => call(getReport, { params: { reportId }, quiet: true, signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    retry: false,
    meta: { handled: true },
  })

/** A version never changes. */
export const revisionQuery = (reportId: number, revisionId: number) =>
  queryOptions({
    queryKey: [...REPORTS, 'revision', reportId, revisionId],
    queryFn: ({ signal }) => call(getReportRevision, { params: { reportId, revisionId }, quiet: true, signal }),
    staleTime: Infinity,
    meta: { handled: true },
  })

export const refreshLists = (): Promise<void> => queryClient.invalidateQueries({ queryKey: LISTS })
export const refreshReport = (reportId: number): Promise<void> => queryClient.invalidateQueries({ queryKey: reportKey(reportId) })

/** Whether a draft changes a report that is final already. */
export const useIsAmendment = (reportId: number | undefined): boolean =>
  useQuery({ ...reportQuery(reportId ?? 0), enabled: reportId !== undefined }).data?.state === 'final'

export const PERSON_PAGE = 25

export const personReportsQuery = (characterId: number, page: number, kind: ReportKind | undefined) =>
  queryOptions({
    queryKey: [...REPORTS, 'person', characterId, page, kind],
    queryFn: ({ signal }) =>
      call(listPersonReports, { params: { characterId }, query: { page, pageSize: PERSON_PAGE, kind }, signal, quiet: true }),
    placeholderData: keepPreviousData,
    meta: { handled: true },
  })

export const patientReportsQuery = (characterId: number, page: number) =>
  queryOptions({
    queryKey: [...REPORTS, 'patient', characterId, page],
    queryFn: ({ signal }) =>
      call(listPatientReports, { params: { characterId }, query: { page, pageSize: PERSON_PAGE }, signal, quiet: true }),
    placeholderData: keepPreviousData,
    meta: { handled: true },
  })
