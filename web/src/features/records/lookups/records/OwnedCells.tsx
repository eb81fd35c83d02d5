import { Text } from '@mantine/core'
import type { Vehicle, Weapon } from '@tenfour/contract'
import { communityToday } from '../../../../platform/calendar/calendar.ts'
import { useRecordHost } from '../record-host.ts'
import { Chip } from './Flags.tsx'
import { vehicleWords } from '../search/search-rows.ts'
import { PanelCell } from '../../../../panels/PanelParts.tsx'
import { TextButton } from '../../../../ui/TextButton.tsx'
import classes from '../Records.module.css'

const Unapproved = ({ state }: { state: 'waiting' | 'refused' }) => (
  <Chip tone={state === 'waiting' ? 'warning' : 'danger'}>{state === 'waiting' ? 'Waiting for approval' : 'Approval refused'}</Chip>
)

/** The weightiest word about a vehicle. */
function stateOf({ stolen, impound, unapproved, registeredUntil, insuredUntil }: Vehicle, today: string) {
  if (stolen) return <Chip tone="danger">Stolen</Chip>
  if (impound) return <Chip tone="info">Impounded</Chip>
  if (unapproved) return <Unapproved state={unapproved.state} />
  if (registeredUntil === null) return <Chip tone="warning">Not registered</Chip>
  if (registeredUntil < today) return <Chip tone="warning">Registration expired</Chip>
  if (insuredUntil === null || insuredUntil < today) return <Chip tone="warning">Not insured</Chip>
  return (
    <Text span inherit c="var(--available)">
      valid
    </Text>
  )
}

export function VehicleCells({ vehicles }: { vehicles: readonly Vehicle[] }) {
  const { open } = useRecordHost()
  return vehicles.map((vehicle) => (
    <PanelCell key={vehicle.vehicleId}>
      <TextButton
        isUnderlined
        ff="monospace"
        fw={600}
        onClick={() => open({ kind: 'lookup', label: vehicle.plate, request: { by: 'vehicle', vehicleId: vehicle.vehicleId } })}
      >
        {vehicle.plate}
      </TextButton>
      <span className={classes.cellName}>{vehicleWords(vehicle)}</span>
      {stateOf(vehicle, communityToday())}
    </PanelCell>
  ))
}

export const WeaponCells = ({ weapons }: { weapons: readonly Weapon[] }) =>
  weapons.map(({ weaponId, model, serial, unapproved }) => (
    <PanelCell key={weaponId}>
      <span className={classes.cellName}>
        {model} <span className="mono faint">SN {serial}</span>
      </span>
      {unapproved ? <Unapproved state={unapproved.state} /> : <span className="faint">registered</span>}
    </PanelCell>
  ))
