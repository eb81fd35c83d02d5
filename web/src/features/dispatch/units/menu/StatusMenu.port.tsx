import { Menu } from '@mantine/core'
import type { PatrolUnit } from '@tenfour/contract'
import { useState } from 'react'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { Key } from '../../../../ui/Key.tsx'
import type { MenuPoint } from '../../../../ui/menu-point.ts'
import { PointMenu } from '../../../../ui/PointMenu.tsx'
import { setOwnStatus, setStatusOf, useBoard } from '../../board/board.port.ts'
import { statusOf, useStatusOrder } from '../../../../ui/unit-status.ts'
import { UnitStatusBadge } from '../UnitParts.tsx'
import { common, unitsTitle } from './unit-menu.ts'
import { Row } from '../../../../ui/layout.tsx'

export type StatusMenuAt = MenuPoint & { readonly userIds: readonly number[] }

/** Sets the status of a unit by one digit, the same as for one's own. Of several units, the unit is chosen first. */
export function StatusMenu({ at: { userIds, x, y }, onClose }: { at: StatusMenuAt; onClose: () => void }) {
  const units = useBoard((state) => userIds.flatMap((userId) => state.units.get(userId) ?? []))
  const [chosenId, setChosenId] = useState(units.length === 1 ? units[0]?.userId : undefined)
  const chosen = units.find(({ userId }) => userId === chosenId)
  if (!chosen) {
    return (
      <PointMenu at={{ x, y }} title="Status of" onClose={onClose} hasDigits>
        {units.map((unit, index) => (
          <Menu.Item
            key={unit.userId}
            closeMenuOnClick={false}
            rightSection={<DigitKey digit={index + 1} />}
            onClick={() => setChosenId(unit.userId)}
          >
            <span className="mono">{unit.identifier}</span> <UnitStatusBadge status={statusOf(unit)} />
          </Menu.Item>
        ))}
      </PointMenu>
    )
  }
  return (
    <PointMenu key={chosen.userId} at={{ x, y }} title={unitsTitle([chosen])} onClose={onClose} hasDigits>
      <StatusItems units={[chosen]} hasKeys />
    </PointMenu>
  )
}

/** The items that set the status of units. */
export function StatusItems({ units, hasKeys = false }: { units: readonly PatrolUnit[]; hasKeys?: boolean }) {
  const { userId: ownId } = useSignedInUser()
  const ids = units.map(({ userId }) => userId)
  const isOwn = ids.length === 1 && ids[0] === ownId
  const set = (status: number) => void (isOwn ? setOwnStatus(ownId, status) : setStatusOf(ids, status))
  const order = useStatusOrder()
  const current = common(units, statusOf)
  return order.map((status, index) => (
    <Menu.Item
      key={status}
      rightSection={
        <Row as="span" nowrap>
          {current === status && <span className="muted">now</span>}
          {hasKeys && index < 9 && <DigitKey digit={index + 1} />}
        </Row>
      }
      onClick={() => set(status)}
    >
      <UnitStatusBadge status={status} />
    </Menu.Item>
  ))
}

const DigitKey = ({ digit }: { digit: number }) => (
  <span aria-hidden>
    <Key>{digit}</Key>
  </span>
)
