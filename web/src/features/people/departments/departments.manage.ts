import {
  answerCapabilityOffer,
  createDepartment,
  createRank,
  getCapabilityOffer,
  listManagedDepartments,
  orderDepartments,
  orderRanks,
  retireDepartment,
  retireRank,
  updateDepartment,
  updateRank,
  type DepartmentInput,
  type ManagedDepartment,
  type ManagedRank,
  type RankInput,
} from '@tenfour/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { queryClient } from '../../../platform/query/query-client.ts'

/** Every department with its ranks, including retired ones, as administrators see them. */
export const managedDepartmentsQuery = queryOptions({
  queryKey: ['departments', 'managed'],
  queryFn: ({ signal }) => call(listManagedDepartments, { signal, quiet: true }),
  meta: { handled: true },
})

export const capabilityOfferQuery = queryOptions({
  queryKey: ['departments', 'capability-offer'],
  queryFn: ({ signal }) => call(getCapabilityOffer, { signal, quiet: true }),
  meta: { handled: true },
})

/** Refetches everything that shows departments or ranks. */
const refresh = () => queryClient.invalidateQueries({ queryKey: ['departments'] })

async function done<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } finally {
    void refresh()
    void queryClient.invalidateQueries({ queryKey: ['audit'] })
  }
}

export const saveDepartment = (input: DepartmentInput, department: ManagedDepartment | null) =>
  done(
    department
      ? call(updateDepartment, { params: { departmentId: department.departmentId }, body: { ...input, version: department.version } })
      : call(createDepartment, { body: input }),
  )

export const setDepartmentRetired = ({ departmentId, version }: ManagedDepartment, isRetired: boolean) =>
  done(call(retireDepartment, { params: { departmentId }, body: { version, isRetired } }))

export const saveRank = (input: RankInput, departmentId: number, rank: ManagedRank | null) =>
  done(
    rank
      ? call(updateRank, { params: { rankId: rank.rankId }, body: { ...input, version: rank.version } })
      : call(createRank, { params: { departmentId }, body: input }),
  )

export const setRankRetired = ({ rankId, version }: ManagedRank, isRetired: boolean) =>
  done(call(retireRank, { params: { rankId }, body: { version, isRetired } }))

export const answerOffer = (isAccepted: boolean) => done(call(answerCapabilityOffer, { body: { isAccepted } }))

/** Optimistic: shows the new order at once; if refused, restores the server's order and reports the reason. */
function reorder(change: (all: ManagedDepartment[]) => ManagedDepartment[], send: () => Promise<unknown>): void {
  const before = queryClient.getQueryData(managedDepartmentsQuery.queryKey)
  if (before) queryClient.setQueryData(managedDepartmentsQuery.queryKey, change(before))
  done(send()).catch(reportError)
}

/** Retired ones stay after the others. */
export const saveDepartmentOrder = (active: readonly ManagedDepartment[]): void =>
  reorder(
    (all) => [...active, ...all.filter(({ isRetired }) => isRetired)],
    () => call(orderDepartments, { body: { departmentIds: active.map(({ departmentId }) => departmentId) } }),
  )

export const saveRankOrder = (departmentId: number, active: readonly ManagedRank[]): void =>
  reorder(
    (all) =>
      all.map((each) =>
        each.departmentId === departmentId ? { ...each, ranks: [...active, ...each.ranks.filter(({ isRetired }) => isRetired)] } : each,
      ),
    () => call(orderRanks, { params: { departmentId }, body: { rankIds: active.map(({ rankId }) => rankId) } }),
  )
