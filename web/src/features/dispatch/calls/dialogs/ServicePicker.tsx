import { UNIT_CLASS } from '@tenfour/contract'
import { FilterChip } from '../../../../ui/FilterChip.tsx'
import classes from './dialogs.module.css'

/** The classes that can be called out. */
export type Service = 1 | 2 | 3
const SERVICES: readonly (readonly [Service, string])[] = [
  [UNIT_CLASS.Leo, 'Police'],
  [UNIT_CLASS.Fire, 'Fire and medical'],
  [UNIT_CLASS.Comms, 'Communications'],
]
export const isService = (unitClass: number): unitClass is Service => SERVICES.some(([each]) => each === unitClass)

type ServicePickerProps = { legend: string; value: readonly Service[]; onChange: (value: Service[]) => void }

/** Selects one or more services. */
export const ServicePicker = ({ legend, value, onChange }: ServicePickerProps) => (
  <fieldset className={classes.services}>
    <legend>{legend}</legend>
    {SERVICES.map(([service, name]) => {
      const isOn = value.includes(service)
      return (
        <FilterChip
          key={service}
          isOn={isOn}
          onClick={() => onChange(isOn ? value.filter((each) => each !== service) : [...value, service])}
        >
          {name}
        </FilterChip>
      )
    })}
  </fieldset>
)
