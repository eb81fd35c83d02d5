import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useBoard } from '../../board/board.port.ts'
import { UnitStatusBadge } from '../../units/units.port.ts'
import classes from './NewCall.module.css'
import type { Need } from '../recommend.ts'
import { UnitSearch } from '../UnitSearch.tsx'

type UnitChoiceProps = { need: Need; unitIds: readonly number[]; error?: string; onChange: (unitIds: number[]) => void }

/** The units to send with a new call; the first is the primary unit. */
export function UnitChoice({ need, unitIds, error, onChange }: UnitChoiceProps) {
  const chosen = useBoard((state) => unitIds.map((userId) => state.units.get(userId)))
  const without = useMemo(() => new Set(unitIds), [unitIds])
  return (
    <div className={classes.unitChoice}>
      <span className={classes.label}>Units to send</span>
      {unitIds.length > 0 && (
        <ul className={classes.chosen}>
          {unitIds.map((userId, at) => (
            <li key={userId}>
              <span className="mono">{chosen[at]?.identifier ?? 'off duty'}</span>
              {chosen[at] && <UnitStatusBadge status={chosen[at].status} />}
              {at === 0 && unitIds.length > 1 && <span className="faint">leads</span>}
              <ActionIcon
                variant="subtle"
                color="gray"
                size={20}
                aria-label={`Do not send ${chosen[at]?.identifier ?? 'this unit'}`}
                onClick={() => onChange(unitIds.filter((each) => each !== userId))}
              >
                <IconX size={12} stroke={2} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <UnitSearch
        label="Add a unit"
        placeholder="Call sign or name"
        call={need}
        without={without}
        onPick={(userId) => onChange([...unitIds, userId])}
      />
      {error && <p className={classes.error}>{error}</p>}
    </div>
  )
}
