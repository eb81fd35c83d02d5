import { IconBuilding, IconDeviceFloppy, IconLayout, IconRestore } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { UnitClass } from '@tenfour/contract'
import type { Desktop } from '../../../../panels/desktop.ts'
import { notify } from '../../../../platform/notify/notify.ts'
import { MenuItem, MenuLabel } from '../../../../ui/Dropdown.tsx'
import { departmentLayoutQuery, layoutsFor, treeOf } from './department-layout.ts'
import { layoutsQuery } from './layouts.queries.ts'

const ICON = { size: 15, stroke: 1.8, 'aria-hidden': true } as const
export const NONE_OF_ITS_PANELS = 'None of the panels of this layout is on your desktop'

type LayoutItemsProps = { unitClass: UnitClass; desktop: Desktop | null; onDone: () => void; onManage: () => void }

/** Ways to arrange the desktop anew, in its menu. */
export function LayoutItems({ unitClass, desktop, onDone, onManage }: LayoutItemsProps) {
  const { data: department } = useQuery(departmentLayoutQuery)
  const { data: named = [] } = useQuery(layoutsQuery)
  const arrangement = desktop?.arrangement
  const hasDepartment = department?.unitClass === unitClass
  const asDepartment = () => {
    if (department) arrangement?.keepDepartment(layoutsFor(department, unitClass))
    desktop?.reset()
  }
  const choose = (arrange: () => void) => {
    onDone()
    arrange()
  }
  return (
    <>
      <MenuLabel>Layouts</MenuLabel>
      {arrangement && hasDepartment && (
        <MenuItem icon={<IconBuilding {...ICON} />} onClick={() => choose(asDepartment)}>
          As {department.department} has it
        </MenuItem>
      )}
      <MenuItem icon={<IconRestore {...ICON} />} onClick={() => choose(() => (hasDepartment ? arrangement?.ship() : desktop?.reset()))}>
        {arrangement && hasDepartment ? 'As shipped' : 'Reset layout'}
      </MenuItem>
      {arrangement &&
        named
          .filter((each) => each.unitClass === unitClass)
          .map(({ layoutId, name, layout }) => (
            <MenuItem
              key={layoutId}
              icon={<IconLayout {...ICON} />}
              onClick={() => choose(() => arrangement.apply(treeOf(layout)) || notify.error(NONE_OF_ITS_PANELS))}
            >
              {name}
            </MenuItem>
          ))}
      {arrangement && (
        <MenuItem icon={<IconDeviceFloppy {...ICON} />} onClick={() => choose(onManage)}>
          Save or manage layouts…
        </MenuItem>
      )}
    </>
  )
}
