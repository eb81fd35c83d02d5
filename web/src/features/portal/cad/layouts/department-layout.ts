import { queryOptions } from '@tanstack/react-query'
import { getOwnDepartmentLayout, type DesktopLayout, type OwnDepartmentLayout, type UnitClass } from '@tenfour/contract'
import type { Arrangement } from '../../../../panels/desktop.ts'
import type { SizedLayouts } from '../../../../panels/docking/layout.ts'
import { call } from '../../../../platform/api/client.ts'
import { queryClient } from '../../../../platform/query/query-client.ts'

/** The default layouts of the department that the user is on duty for. */
export const departmentLayoutQuery = queryOptions({
  queryKey: ['layouts', 'department'],
  queryFn: ({ signal }) => call(getOwnDepartmentLayout, { quiet: true, signal }),
  // Another department may have been chosen since, or another layout been set.
  staleTime: 0,
  meta: { handled: true },
})

/** A layout of the portal with its areas within each other, as the desktop stores layouts. */
export function treeOf({ direction, areas }: DesktopLayout): unknown {
  // The parts of the row or column that is being filled, on each level.
  const open: unknown[][] = [[]]
  for (const { level, share, tabs, active } of areas) {
    const split: unknown[] = []
    open[level - 1]?.push(tabs.length > 0 ? { tabs, active, share } : { split, share })
    open.splice(level, open.length, split)
  }
  return { direction, root: { split: open[0], share: 1 } }
}

/** The department's layouts for a class of units, as the desktop stores them. */
export const layoutsFor = (department: OwnDepartmentLayout | null, unitClass: UnitClass): SizedLayouts =>
  department?.unitClass === unitClass ? department.layouts.map(({ size, layout }) => ({ size, layout: treeOf(layout) })) : []

/** Brings what the desktop has of the department's layouts up to date. */
export async function refreshDepartmentLayout(unitClass: UnitClass, arrangement: Arrangement): Promise<void> {
  arrangement.keepDepartment(layoutsFor(await queryClient.query(departmentLayoutQuery), unitClass))
}
