import { Menu } from '@mantine/core'
import { UNIT_CLASS, UNIT_STATUS, UnitStatus, type MapGroup, type UnitClass } from '@tenfour/contract'
import { IconChevronDown } from '@tabler/icons-react'
import chip from '../../../ui/FilterChip.module.css'
import { FilterChip } from '../../../ui/FilterChip.tsx'
import { useStatusOrder } from '../../../ui/unit-status.ts'
import { useCadValuesLoaded } from '../../dispatch/cad-values/cad-values.port.ts'
import { UnitStatusBadge } from '../../dispatch/units/units.port.ts'
import { withClass, withStatus, type MapChoices } from './map-state.ts'

type MapFiltersProps = { choices: MapChoices; onChange: (choices: MapChoices) => void; group: MapGroup }

const CLASSES: readonly (readonly [UnitClass, string])[] = [
  [UNIT_CLASS.Leo, 'Police'],
  [UNIT_CLASS.Fire, 'Fire'],
  [UNIT_CLASS.Comms, 'Comms'],
]
/** The map filters by the seven: a status of the community's own counts as one of them. */
const isOfSeven = (status: number): status is UnitStatus => UnitStatus.safeParse(status).success

/** Which units are shown; with nothing selected, all of them. */
export function MapFilters({ choices, onChange, group }: MapFiltersProps) {
  const { filter } = choices
  useCadValuesLoaded()
  const order = useStatusOrder()
  return (
    <>
      {CLASSES.map(([unitClass, label]) => (
        <FilterChip key={unitClass} isOn={filter.classes.has(unitClass)} onClick={() => onChange(withClass(choices, unitClass))}>
          {label}
        </FilterChip>
      ))}
      {group === 'all' && (
        <FilterChip
          isOn={filter.hasPlayers}
          title="Players who are not on duty"
          onClick={() => onChange({ ...choices, filter: { ...filter, hasPlayers: !filter.hasPlayers } })}
        >
          Players
        </FilterChip>
      )}
      <Menu closeOnItemClick={false} position="bottom-start">
        <Menu.Target>
          <button type="button" className={chip.chip} data-on={filter.statuses.size > 0 || undefined}>
            Status{filter.statuses.size > 0 && ` ${filter.statuses.size}`} <IconChevronDown size={12} stroke={2} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {order
            .filter(isOfSeven)
            .filter((status) => status !== UNIT_STATUS.offDuty)
            .map((status) => (
              <Menu.CheckboxItem key={status} checked={filter.statuses.has(status)} onChange={() => onChange(withStatus(choices, status))}>
                <UnitStatusBadge status={status} />
              </Menu.CheckboxItem>
            ))}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
