import { Button } from '@mantine/core'
import type { PatrolUnit } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { timeSince } from '../../../../platform/format/dates.ts'
import { useNow } from '../../../../platform/format/use-now.ts'
import { Card } from '../../../../ui/Card.tsx'
import { Icon } from '../../../../ui/icons/Icon.tsx'
import { dutyWords } from './duty.labels.ts'
import { Row } from '../../../../ui/layout.tsx'
import classes from './GoOnDuty.module.css'
import { useCadValuesLoaded } from '../../cad-values/cad-values.port.ts'
import { typeLabel } from '../unit.labels.ts'
import { UnitStatusBadge } from '../UnitParts.tsx'
import { statusOf } from '../../../../ui/unit-status.ts'
import { useEndDuty } from './use-end-duty.ts'

type OnDutyCardProps = { unit: PatrolUnit; serverName: string; beatName: string | undefined; onChange: () => void }

export function OnDutyCard({ unit, serverName, beatName, onChange }: OnDutyCardProps) {
  const now = useNow()
  useCadValuesLoaded()
  const { isEnding, end } = useEndDuty()
  const words = dutyWords(unit.department.type)
  const isCivilian = unit.department.type === 'Civilian'
  const facts = [unit.department.name, typeLabel(unit), beatName, unit.callId !== null && `on call ${unit.callId}`]
  return (
    <Card>
      <Row gap="14px 16px">
        <span className={classes.mark} aria-hidden>
          <Icon name="police" size={26} />
        </span>
        <div className={classes.onDuty}>
          <h2 className={classes.state}>
            You are {words.state} as <span className="mono">{unit.identifier}</span> on {serverName} since{' '}
            {timeSince(unit.onDutySince, now)}
          </h2>
          <Row as="p" gap="0 14px" align="stretch" className="muted" style={{ marginTop: 2 }}>
            {!isCivilian && <UnitStatusBadge status={statusOf(unit)} />}
            <span>{facts.filter(Boolean).join(' · ')}</span>
          </Row>
        </div>
        <Row className={classes.actions}>
          <Button renderRoot={(props) => <Link to="/cad/desktop" {...props} />}>Resume</Button>
          <Button variant="default" onClick={onChange}>
            Change
          </Button>
          <Button variant="default" loading={isEnding} onClick={() => void end(unit, serverName)}>
            {words.end}
          </Button>
        </Row>
      </Row>
    </Card>
  )
}
