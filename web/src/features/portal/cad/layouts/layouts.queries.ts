import { queryOptions } from '@tanstack/react-query'
import {
  createLayout,
  deleteLayout,
  listDepartmentLayouts,
  listLayouts,
  setDepartmentLayout,
  updateLayout,
  type DepartmentLayoutInput,
  type DesktopLayout,
  type NamedLayout,
  type NamedLayoutInput,
} from '@tenfour/contract'
import { call } from '../../../../platform/api/client.ts'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { departmentLayoutQuery } from './department-layout.ts'

/** The user's own layouts, by name. */
export const layoutsQuery = queryOptions({
  queryKey: ['layouts', 'own'],
  queryFn: ({ signal }) => call(listLayouts, { quiet: true, signal }),
  meta: { handled: true },
})

/** The list is read again even if the change was refused: another page of the user's may have been first. */
async function changeOwn(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } finally {
    await queryClient.invalidateQueries({ queryKey: layoutsQuery.queryKey })
  }
}

export const keepLayout = (input: NamedLayoutInput): Promise<void> => changeOwn(call(createLayout, { body: input }))

export const replaceLayout = ({ layoutId, name, version }: NamedLayout, layout: DesktopLayout): Promise<void> =>
  changeOwn(call(updateLayout, { params: { layoutId }, body: { name, layout, version } }))

export const dropLayout = ({ layoutId, version }: NamedLayout): Promise<void> =>
  changeOwn(call(deleteLayout, { params: { layoutId }, query: { version } }))

export const departmentLayoutsQuery = (departmentId: number) =>
  queryOptions({
    queryKey: ['layouts', 'of-department', departmentId],
    queryFn: ({ signal }) => call(listDepartmentLayouts, { params: { departmentId }, quiet: true, signal }),
    meta: { handled: true },
  })

export async function putDepartmentLayout(departmentId: number, input: DepartmentLayoutInput): Promise<void> {
  const { queryKey } = departmentLayoutsQuery(departmentId)
  try {
    queryClient.setQueryData(queryKey, await call(setDepartmentLayout, { params: { departmentId }, body: input }))
    await queryClient.invalidateQueries({ queryKey: departmentLayoutQuery.queryKey })
  } catch (error) {
    // Someone else may have set another meanwhile.
    await queryClient.invalidateQueries({ queryKey })
    throw error
  }
}
