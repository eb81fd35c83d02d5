import type { Vehicle, Weapon } from '@tenfour/contract'
import { communityToday } from '../../../../platform/calendar/calendar.ts'
import { useRecordHost } from '../record-host.ts'
import { Chip } from './Flags.tsx'
import classes from '../Records.module.css'
import { vehicleWords } from '../search/search-rows.ts'

/** The weightiest word about a vehicle. */
function stateOf({ stolen, impound, registeredUntil, insuredUntil }: Vehicle, today: string) {
  if (stolen) return <Chip tone="danger">Stolen</Chip>
  if (impound) return <Chip tone="info">Impounded</Chip>
  if (registeredUntil === null) return <Chip tone="warning">Not registered</Chip>
  if (registeredUntil < today) return <Chip tone="warning">Registration expired</Chip>
  if (insuredUntil === null || insuredUntil < today) return <Chip tone="warning">Not insured</Chip>
  return <span className={classes.good}>valid</span>
}

export function VehicleCells({ vehicles }: { vehicles: readonly Vehicle[] }) {
  const { open } = useRecordHost()
  return vehicles.map((vehicle) => (
    <li key={vehicle.vehicleId} className={classes.cell}>
      <button
        type="button"
        className={classes.plate}
        onClick={() => open({ kind: 'lookup', label: vehicle.plate, request: { by: 'vehicle', vehicleId: vehicle.vehicleId } })}
      >
        {vehicle.plate}
      </button>
      <span className={classes.cellName}>{vehicleWords(vehicle)}</span>
      {stateOf(vehicle, communityToday())}
    </li>
  ))
}

export const WeaponCells = ({ weapons }: { weapons: readonly Weapon[] }) =>
  weapons.map(({ weaponId, model, serial }) => (
    <li key={weaponId} className={classes.cell}>
      <span className={classes.cellName}>
        {model} <span className={classes.serial}>SN {serial}</span>
      </span>
      <span className={classes.none}>registered</span>
    </li>
  ))
