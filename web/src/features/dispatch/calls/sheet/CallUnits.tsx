import { ActionIcon } from '@mantine/core'
import { UNIT_STATUS, type Call, type CallUnit, type PatrolUnit } from '@tenfour/contract'
import { IconDots, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { lazyComponent } from '../../../../platform/load/lazy-component.tsx'
import { DIALOG } from '../../../../platform/load/shapes.tsx'
import { elapsed } from '../../../../platform/format/durations.ts'
import type { MenuPoint } from '../../../../ui/menu-point.ts'
import { distanceTo, distanceWords, isPlaced } from '../../../../map/distance.ts'
import { selectUnit } from '../../../../panels/selection.ts'
import { useBoardActions, useMayDispatch, useOwnUnit, useUnitsOnCall, useUnitPlaces } from '../../board/board.port.ts'
import { statusOf, statusWord, useStatusOrder } from '../../../../ui/unit-status.ts'
import { UnitStatusBadge } from '../../units/units.port.ts'
import { Since } from '../CallAge.tsx'
import { PANEL_TABLE } from '../../../../panels/PanelColumn.tsx'
import { classNames, Stack } from '../../../../ui/layout.tsx'
import classes from './CallSheet.module.css'

const StatusMenu = lazyComponent(async () => (await import('../../units/menu/StatusMenu.port.tsx')).StatusMenu, {
  what: 'The menu',
  shape: DIALOG,
})
const UnitMenu = lazyComponent(async () => (await import('../../units/menu/UnitMenu.port.tsx')).UnitMenu, {
  what: 'The menu',
  shape: DIALOG,
})

export const UNITS_ID = 'call-units'

/** The menu of a unit: all that can be done with it, or only its status. */
type OpenMenu = MenuPoint & { readonly kind: 'unit' | 'status'; readonly userId: number; readonly opener: HTMLElement }

/** The units on the call, since when, and which is primary. */
export function CallUnits({ call, times }: { call: Call; times: readonly CallUnit[] }) {
  const units = useUnitsOnCall(call.callId)
  const own = useOwnUnit()
  const mayDispatch = useMayDispatch()
  const isOnIt = own?.callId === call.callId
  const isUnderWay = units.some(({ status }) => status === UNIT_STATUS.enRoute)
  const places = useUnitPlaces(isUnderWay && isPlaced(call))
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const mayActOn = (userId: number) => mayDispatch || userId === own?.userId
  const closeMenu = () => {
    setMenu(null)
    if (menu?.opener.isConnected) menu.opener.focus({ preventScroll: true })
  }
  const past = times.filter(({ clearedAt }) => clearedAt !== null)
  if (units.length === 0 && past.length === 0) return null
  return (
    <Stack gap={8}>
      {units.length > 0 && (
        <table id={UNITS_ID} className={classNames(PANEL_TABLE, classes.units)}>
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
                mayAct={mayActOn(unit.userId)}
                onMenu={setMenu}
              />
            ))}
          </tbody>
        </table>
      )}
      {menu?.kind === 'status' && <StatusMenu at={{ x: menu.x, y: menu.y, userIds: [menu.userId] }} onClose={closeMenu} />}
      {menu?.kind === 'unit' && (
        <UnitMenu at={{ x: menu.x, y: menu.y, userIds: [menu.userId] }} mayAct={mayActOn(menu.userId)} onClose={closeMenu} />
      )}
      {past.length > 0 && (
        <p className="muted tiny flush">
          <span className="faint">Units: </span>
          {past.map(({ callUnitId, identifier, assignedAt, clearedAt }, at) => (
            <span key={callUnitId}>
              {at > 0 && ', '}
              <span className="mono">{identifier}</span> ({elapsed(Date.parse(clearedAt ?? assignedAt) - Date.parse(assignedAt))})
            </span>
          ))}
        </p>
      )}
    </Stack>
  )
}

type UnitLineProps = {
  call: Call
  unit: PatrolUnit
  time: CallUnit | undefined
  /** Remaining distance; null if arrived or unknown. */
  distance: number | null
  mayLead: boolean
  mayAct: boolean
  onMenu: (menu: OpenMenu) => void
}

function UnitLine({ call, unit, time, distance, mayLead, mayAct, onMenu }: UnitLineProps) {
  const actions = useBoardActions()
  const { userId, identifier, callSince } = unit
  useStatusOrder()
  const status = statusOf(unit)
  const since = time?.assignedAt ?? callSince
  const open = (kind: OpenMenu['kind'], opener: HTMLElement, point = below(opener)) => onMenu({ kind, userId, opener, ...point })
  return (
    <tr
      onContextMenu={(event) => {
        event.preventDefault()
        const opener = event.currentTarget.querySelector('button')
        if (opener) open('unit', opener, event.clientX > 0 ? { x: event.clientX, y: event.clientY } : below(opener))
      }}
    >
      <td>
        <button type="button" className={classNames('quiet-button', classes.sign)} onClick={() => selectUnit(userId)}>
          {identifier}
        </button>
      </td>
      <td>
        {mayAct ? (
          <button
            type="button"
            className={classNames('quiet-button', classes.status)}
            aria-haspopup="menu"
            aria-label={`Status of ${identifier}: ${statusWord(status)}, change`}
            title="Change the status"
            onClick={({ currentTarget }) => open('status', currentTarget)}
          >
            <UnitStatusBadge status={status} />
          </button>
        ) : (
          <UnitStatusBadge status={status} />
        )}
      </td>
      <td className={classNames('mono-tiny muted', classes.times)}>
        {since && <Since instant={since} />}
        {distance !== null && ` · ${distanceWords(distance)}`}
        {time?.onSceneAt && ` · arrived in ${elapsed(Date.parse(time.onSceneAt) - Date.parse(time.assignedAt))}`}
        {call.primaryUserId === userId && ' · primary'}
      </td>
      <td className={classes.actions}>
        {mayAct && status === UNIT_STATUS.enRoute && (
          <button
            type="button"
            className={classNames('quiet-button', classes.next)}
            aria-label={`Set ${identifier} on scene`}
            onClick={() => void actions.setStatus(userId, UNIT_STATUS.onScene)}
          >
            On scene
          </button>
        )}
        {mayLead && call.primaryUserId !== userId && (
          <button
            type="button"
            className={classNames('quiet-button', classes.lead)}
            onClick={() => void actions.setPrimary(call.callId, userId)}
          >
            make primary
          </button>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={`Actions for ${identifier}`}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => open('unit', currentTarget)}
        >
          <IconDots size={15} aria-hidden />
        </ActionIcon>
        {mayAct && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            className="muted"
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

const below = (element: HTMLElement): MenuPoint => {
  const { left, bottom } = element.getBoundingClientRect()
  return { x: left, y: bottom }
}
