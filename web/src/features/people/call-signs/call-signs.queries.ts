import {
  getCallSignPatterns,
  giveCallSign,
  giveMissingCallSigns,
  saveCallSignPatterns,
  takeCallSignAway,
  type BodyOf,
  type KeptCallSign,
} from '@tenfour/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { refreshDepartmentPeople } from '../members/members.port.ts'

export const patternsQuery = (departmentId: number) =>
  queryOptions({
    queryKey: ['call-signs', departmentId],
    queryFn: ({ signal }) => call(getCallSignPatterns, { params: { departmentId }, quiet: true, signal }),
    meta: { handled: true },
  })

/** Fetches again all that shows patterns or call signs. */
async function done<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } finally {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['call-signs'] }),
      queryClient.invalidateQueries({ queryKey: ['departments'] }),
      refreshDepartmentPeople(),
    ])
  }
}

export const savePatterns = (departmentId: number, body: BodyOf<typeof saveCallSignPatterns>) =>
  done(call(saveCallSignPatterns, { params: { departmentId }, body }))

export const giveMissing = (departmentId: number) => done(call(giveMissingCallSigns, { params: { departmentId } }))

type OfMember = { readonly departmentId: number; readonly userId: number }

export const giveTo = (params: OfMember, body: BodyOf<typeof giveCallSign>) => done(call(giveCallSign, { params, body }))

export const takeFrom = (params: OfMember, { unitType, version }: KeptCallSign) =>
  done(call(takeCallSignAway, { params, query: { ...(unitType !== null && { unitType }), version } }))
