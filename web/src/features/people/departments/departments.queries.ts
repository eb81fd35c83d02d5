import { queryOptions } from '@tanstack/react-query'
import { listDepartments, listRanks } from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import { useEffect } from 'react'
import { log } from '../../../platform/log/log.ts'

const STALE_AFTER_MS = 5 * 60_000

/** All departments, or only the user's own. */
export const departmentsQuery = (showAllDepts: boolean) =>
  queryOptions({
    queryKey: ['departments', { showAllDepts }],
    queryFn: ({ signal }) => call(listDepartments, { params: { showAllDepts }, quiet: true, signal }),
    staleTime: STALE_AFTER_MS,
    meta: { handled: true },
  })

export const ranksQuery = (departmentId: number, includeReserves: boolean) =>
  queryOptions({
    queryKey: ['departments', departmentId, 'ranks', { includeReserves }],
    queryFn: ({ signal }) => call(listRanks, { params: { deptId: departmentId, includeReserves }, quiet: true, signal }),
    staleTime: STALE_AFTER_MS,
    meta: { handled: true },
  })

/** Logs a failed fetch once, and returns the message to show. */
export function useLoggedFailure(error: Error | null, message: string): string | null {
  useEffect(() => {
    if (error) log.error(message, error)
  }, [error, message])
  return error ? `${message}.` : null
}
