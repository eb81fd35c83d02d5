import { ActionIcon } from '@mantine/core'
import { UNIT_STATUS, type Call, type CallUnit, type PatrolUnit } from '@tenfour/contract'
import { IconX } from '@tabler/icons-react'
import { elapsed } from '../../../../platform/format/durations.ts'
import { distanceTo, distanceWords, isPlaced } from '../../../../map/distance.ts'
import { selectUnit } from '../../../../panels/selection.ts'
import { useBoardActions, useMayDispatch, useOwnUnit, useUnitsOnCall, useUnitPlaces } from '../../board/board.port.ts'
import { UnitStatusBadge } from '../../units/units.port.ts'
import { Since } from '../CallAge.tsx'
import classes from './CallSheet.module.css'

/** The units on the call, since when, and which is primary. */
export function CallUnits({ call, times }: { call: Call; times: readonly CallUnit[] }) {
  const units = useUnitsOnCall(call.callId)
  const own = useOwnUnit()
  const mayDispatch = useMayDispatch()
  const isOnIt = own?.callId === call.callId
  const isUnderWay = units.some(({ status }) => status === UNIT_STATUS.enRoute)
  const places = useUnitPlaces(isUnderWay && isPlaced(call))
  const past = times.filter(({ clearedAt }) => clearedAt !== null)
  if (units.length === 0 && past.length === 0) return null
  return (
    <div>
      {units.length > 0 && (
        <table className={classes.units}>
          <thead>
            <tr>
              <th>Unit</th>
              <th>Status</th>
              <th>Since dispatch</th>
              <th>
                <span className="visually-hidden">Lead and release</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {units.map((unit) => (
              <UnitLine
                key={unit.userId}
                call={call}
                unit={unit}
                time={times.findLast(({ userId, clearedAt }) => userId === unit.userId && clearedAt === null)}
                distance={unit.status === UNIT_STATUS.enRoute ? distanceTo(call, places.get(unit.userId)) : null}
                mayLead={(mayDispatch || isOnIt) && units.length > 1}
                mayRelease={mayDispatch || unit.userId === own?.userId}
              />
            ))}
          </tbody>
        </table>
      )}
      {past.length > 0 && (
        <p className={classes.past}>
          <span className="faint">Units: </span>
          {past.map(({ callUnitId, identifier, assignedAt, clearedAt }, at) => (
            <span key={callUnitId}>
              {at > 0 && ', '}
              <span className="mono">{identifier}</span> ({elapsed(Date.parse(clearedAt ?? assignedAt) - Date.parse(assignedAt))})
            </span>
          ))}
        </p>
      )}
    </div>
  )
}

type UnitLineProps = {
  call: Call
  unit: PatrolUnit
  time: CallUnit | undefined
  /** Remaining distance; null if arrived or unknown. */
  distance: number | null
  mayLead: boolean
  mayRelease: boolean
}

function UnitLine({ call, unit, time, distance, mayLead, mayRelease }: UnitLineProps) {
  const actions = useBoardActions()
  const { userId, identifier, status, callSince } = unit
  const since = time?.assignedAt ?? callSince
  return (
    <tr>
      <td>
        <button type="button" className={classes.sign} onClick={() => selectUnit(userId)}>
          {identifier}
        </button>
      </td>
      <td>
        <UnitStatusBadge status={status} />
      </td>
      <td className={classes.times}>
        {since && <Since instant={since} />}
        {distance !== null && ` · ${distanceWords(distance)}`}
        {time?.onSceneAt && ` · arrived in ${elapsed(Date.parse(time.onSceneAt) - Date.parse(time.assignedAt))}`}
      </td>
      <td className={classes.unitActions}>
        {call.primaryUserId === userId ? (
          <span className="faint">primary</span>
        ) : (
          mayLead && (
            <button type="button" className={classes.quiet} onClick={() => void actions.setPrimary(call.callId, userId)}>
              make primary
            </button>
          )
        )}
        {mayRelease && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={22}
            className={classes.release}
            aria-label={`Release ${identifier}`}
            title={`Release ${identifier}`}
            onClick={() => void actions.release([userId])}
          >
            <IconX size={13} stroke={2} aria-hidden />
          </ActionIcon>
        )}
      </td>
    </tr>
  )
}
