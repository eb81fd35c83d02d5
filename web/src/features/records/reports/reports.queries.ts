import { getReport, listPatientReports, listPersonReports, type ReportKind } from '@tenfour/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'

const REPORTS = ['reports'] as const

export const reportQuery = (reportId: number) =>
  queryOptions({
    queryKey: [...REPORTS, reportId],
    queryFn: ({ signal }) => call(getReport, { params: { reportId }, signal, quiet: true }),
    // It is shown as it is now: it may have been submitted or decided since it was last open.
    staleTime: 0,
    meta: { handled: true },
  })

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
