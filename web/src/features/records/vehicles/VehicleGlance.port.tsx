import { Button } from '@mantine/core'
import type { OwnRecords, OwnVehicle } from '@tenfour/contract'
import { useState } from 'react'
import { TheftDialog } from './TheftDialog.tsx'
import { offerOf, vehicleName } from './vehicle.labels.ts'
import { VehicleFlags } from './VehicleRow.tsx'
import { LineList, Line } from '../../../ui/EntryList.tsx'
import classes from './Vehicles.module.css'

type VehicleGlanceProps = { vehicles: readonly OwnVehicle[]; transfers: OwnRecords['transfers']; now: Date }

/** The vehicles of a character at a glance, for a panel; a theft is reported from here. */
export function VehicleGlance({ vehicles, transfers, now }: VehicleGlanceProps) {
  const [reportedId, setReportedId] = useState<number | null>(null)
  const reported = vehicles.find(({ vehicleId }) => vehicleId === reportedId)
  return (
    <>
      <LineList className={classes.list} aria-label="Vehicles">
        {vehicles.map((vehicle) => (
          <Line className={classes.row} key={vehicle.vehicleId}>
            <span className={classes.plate}>{vehicle.plate}</span>
            <span className="anywhere">{vehicleName(vehicle)}</span>
            <VehicleFlags vehicle={vehicle} offer={offerOf(transfers, vehicle.vehicleId)} now={now} />
            {/* A vehicle that police reported stolen is reported recovered by police. */}
            {vehicle.stolen?.isByOwner !== false && (
              <Button variant="subtle" size="compact-xs" onClick={() => setReportedId(vehicle.vehicleId)}>
                {vehicle.stolen ? 'Report recovered' : 'Report stolen'}
                <span className="visually-hidden">: {vehicle.plate}</span>
              </Button>
            )}
          </Line>
        ))}
      </LineList>
      {reported && <TheftDialog vehicle={reported} onClose={() => setReportedId(null)} />}
    </>
  )
}
