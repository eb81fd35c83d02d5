import { ActionIcon, UnstyledButton } from '@mantine/core'
import type { OwnVehicle, VehicleTransfer } from '@tenfour/contract'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowRight,
  IconCircleCheck,
  IconDots,
  IconPencil,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react'
import { useRef } from 'react'
import { Dropdown, MenuItem, MenuLabel } from '../../../ui/Dropdown.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { FieldLine } from '../fields/FieldFacts.port.tsx'
import { heldBack, vehicleDetail, vehicleFlags, vehicleName } from './vehicle.labels.ts'
import { Stack } from '../../../ui/layout.tsx'
import { Line } from '../../../ui/EntryList.tsx'
import classes from './Vehicles.module.css'

export type VehicleAction = 'edit' | 'theft' | 'handOver' | 'withdraw' | 'delete'

type VehicleRowProps = {
  vehicle: OwnVehicle
  /** Not answered yet. */
  offer: VehicleTransfer | undefined
  now: Date
  onAction: (action: VehicleAction, row: HTMLElement | null) => void
}

export function VehicleRow({ vehicle, offer, now, onAction }: VehicleRowProps) {
  const row = useRef<HTMLLIElement>(null)
  const { plate, stolen, impound } = vehicle
  const held = heldBack(vehicle, offer)
  const act = (action: VehicleAction) => onAction(action, row.current)
  return (
    <Line className={classes.row} ref={row}>
      {impound ? (
        <span className={classes.plate}>{plate}</span>
      ) : (
        <UnstyledButton className={classes.plate} title={`Edit ${plate}`} onClick={() => act('edit')}>
          {plate}
        </UnstyledButton>
      )}
      <Stack as="span" gap={0}>
        <span className="anywhere">{vehicleName(vehicle)}</span>
        <span className={classes.detail}>{vehicleDetail(vehicle)}</span>
        <FieldLine of="vehicle" values={vehicle.fields} className={classes.detail} />
      </Stack>
      <VehicleFlags vehicle={vehicle} offer={offer} now={now} />
      <Dropdown
        kind="menu"
        label={`Actions for ${plate}`}
        align="end"
        renderButton={(button) => (
          <ActionIcon {...button} variant="subtle" color="gray" size={30} aria-label={`Actions for ${plate}`}>
            <IconDots size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
        renderContent={(close) => {
          const item = (action: VehicleAction, words: string, Icon: TablerIcon) => (
            <MenuItem
              key={action}
              icon={<Icon size={15} stroke={1.7} aria-hidden />}
              onClick={() => {
                close()
                act(action)
              }}
            >
              {words}
            </MenuItem>
          )
          return (
            <>
              {held && <MenuLabel>{held}</MenuLabel>}
              {!impound && item('edit', 'Edit', IconPencil)}
              {!stolen && item('theft', 'Report stolen', IconAlertTriangle)}
              {stolen?.isByOwner && item('theft', 'Report recovered', IconCircleCheck)}
              {offer && item('withdraw', 'Withdraw the offer', IconArrowBackUp)}
              {!held && item('handOver', 'Hand over', IconArrowRight)}
              {!impound && item('delete', 'Delete', IconTrash)}
            </>
          )
        }}
      />
    </Line>
  )
}

export function VehicleFlags({ vehicle, offer, now }: Pick<VehicleRowProps, 'vehicle' | 'offer' | 'now'>) {
  const flags = vehicleFlags(vehicle, now)
  return (
    <span className={classes.flags}>
      {flags.map(({ word, tone }) => (
        <StatusBadge key={word} tone={tone} variant="soft">
          {word}
        </StatusBadge>
      ))}
      {offer && (
        <StatusBadge tone="info" variant="soft">
          Offered to {offer.to.name}
        </StatusBadge>
      )}
      {flags.length === 0 && !offer && <StatusBadge tone="success">Valid</StatusBadge>}
    </span>
  )
}
