import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useBoard } from '../../board/board.port.ts'
import { UnitStatusBadge } from '../../units/units.port.ts'
import { classNames, Row, Stack } from '../../../../ui/layout.tsx'
import classes from './NewCall.module.css'
import type { Need } from '../recommend.ts'
import { statusOf } from '../../../../ui/unit-status.ts'
import { UnitSearch } from '../UnitSearch.tsx'

type UnitChoiceProps = { need: Need; unitIds: readonly number[]; error?: string; onChange: (unitIds: number[]) => void }

/** The units to send with a new call; the first is the primary unit. */
export function UnitChoice({ need, unitIds, error, onChange }: UnitChoiceProps) {
  const chosen = useBoard((state) => unitIds.map((userId) => state.units.get(userId)))
  const without = useMemo(() => new Set(unitIds), [unitIds])
  return (
    <Stack gap={5}>
      <span className="field-label flush">Units to send</span>
      {unitIds.length > 0 && (
        <Row as="ul" gap={6}>
          {unitIds.map((userId, at) => (
            <Row as="li" key={userId} nowrap className={classNames('tiny', classes.chosen)}>
              <span className="mono">{chosen[at]?.identifier ?? 'off duty'}</span>
              {chosen[at] && <UnitStatusBadge status={statusOf(chosen[at])} />}
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
            </Row>
          ))}
        </Row>
      )}
      <UnitSearch
        label="Add a unit"
        placeholder="Call sign or name"
        call={need}
        without={without}
        onPick={(userId) => onChange([...unitIds, userId])}
      />
      {error && <p className="danger flush">{error}</p>}
    </Stack>
  )
}
