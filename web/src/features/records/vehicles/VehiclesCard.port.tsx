import { Button } from '@mantine/core'
import type { OwnCharacter, OwnRecords, OwnVehicle } from '@tenfour/contract'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { reportError } from '../../../platform/errors/report.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardNote } from '../../../ui/CardStates.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { besideRow } from '../../../ui/focus-beside.ts'
import { HandOverDialog } from './HandOverDialog.tsx'
import { TheftDialog } from './TheftDialog.tsx'
import { offerOf, vehicleName } from './vehicle.labels.ts'
import { VehicleDialog } from './VehicleDialog.tsx'
import { VehicleRow, type VehicleAction } from './VehicleRow.tsx'
import { decline, removeVehicle } from './vehicles.actions.ts'
import { LineList } from '../../../ui/EntryList.tsx'
import classes from './Vehicles.module.css'

type VehiclesCardProps = {
  character: OwnCharacter
  vehicles: readonly OwnVehicle[]
  records: OwnRecords
  now: Date
}
type Open = { readonly vehicleId: number; readonly dialog: 'edit' | 'theft' | 'handOver' } | 'new'

/** The vehicles of one's own character. */
export function VehiclesCard({ character, vehicles, records, now }: VehiclesCardProps) {
  const [open, setOpen] = useState<Open | null>(null)
  const add = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(null)
  const shown = open !== null && open !== 'new' ? vehicles.find(({ vehicleId }) => vehicleId === open.vehicleId) : undefined
  const act = async (vehicle: OwnVehicle, action: VehicleAction, row: HTMLElement | null) => {
    const { vehicleId } = vehicle
    const transfer = offerOf(records.transfers, vehicleId)
    try {
      if (action === 'withdraw') {
        if (transfer) await decline(transfer)
      } else if (action !== 'delete') setOpen({ vehicleId, dialog: action })
      else if (await isSure(vehicle)) {
        const moveOn = besideRow(row, add.current)
        await removeVehicle(vehicle)
        notify.success(`${vehicle.plate} has been deleted`)
        moveOn()
      }
    } catch (error) {
      reportError(error, `${vehicle.plate}: nothing was changed`)
    }
  }
  return (
    <Card
      title="Vehicles"
      aside={vehicles.length > 0 ? vehicles.length : undefined}
      link={
        <Button ref={add} variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setOpen('new')}>
          Add vehicle
        </Button>
      }
    >
      {vehicles.length === 0 ? (
        <CardNote>No vehicles. Add what {character.name} drives, so that its plate is known when an officer runs it.</CardNote>
      ) : (
        <LineList className={classes.list} aria-label="Vehicles">
          {vehicles.map((vehicle) => (
            <VehicleRow
              key={vehicle.vehicleId}
              vehicle={vehicle}
              offer={offerOf(records.transfers, vehicle.vehicleId)}
              now={now}
              onAction={(action, row) => void act(vehicle, action, row)}
            />
          ))}
        </LineList>
      )}
      {open === 'new' && <VehicleDialog characterId={character.characterId} vehicle={null} onClose={close} />}
      {shown && open !== null && open !== 'new' && <RowDialog kind={open.dialog} vehicle={shown} records={records} onClose={close} />}
    </Card>
  )
}

type RowDialogProps = { kind: 'edit' | 'theft' | 'handOver'; vehicle: OwnVehicle; records: OwnRecords; onClose: () => void }

function RowDialog({ kind, vehicle, records, onClose }: RowDialogProps) {
  const { characterId } = vehicle
  if (kind === 'edit') return <VehicleDialog characterId={characterId} vehicle={vehicle} onClose={onClose} />
  if (kind === 'theft') return <TheftDialog vehicle={vehicle} onClose={onClose} />
  const others = records.characters.filter((each) => each.characterId !== characterId && each.deceased === null)
  return <HandOverDialog vehicle={vehicle} others={others} onClose={onClose} />
}

const isSure = (vehicle: OwnVehicle): Promise<boolean> =>
  confirm({
    title: 'Delete this vehicle?',
    subject: `${vehicle.plate}, ${vehicleName(vehicle)}`,
    body: 'Its plate can be registered again. What was written about it stays on record.',
    confirmLabel: 'Delete',
    danger: true,
  })
