import { Button } from '@mantine/core'
import type { PatrolUnit } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { timeSince } from '../../../../platform/format/dates.ts'
import { duration } from '../../../../platform/format/durations.ts'
import { useNow } from '../../../../platform/format/use-now.ts'
import { reportError } from '../../../../platform/errors/report.ts'
import { notify } from '../../../../platform/notify/notify.ts'
import { Card } from '../../../../ui/Card.tsx'
import { confirm } from '../../../../ui/confirm.tsx'
import { Icon } from '../../../../ui/icons/Icon.tsx'
import { dutyWords } from './duty-words.ts'
import classes from './GoOnDuty.module.css'
import { typeLabel } from '../unit-words.ts'
import { goOffDuty } from '../units.queries.ts'
import { UnitStatusBadge } from '../UnitStatusBadge.tsx'

type OnDutyCardProps = { unit: PatrolUnit; serverName: string; beatName: string | undefined; onChange: () => void }

export function OnDutyCard({ unit, serverName, beatName, onChange }: OnDutyCardProps) {
  const now = useNow()
  const [isEnding, setEnding] = useState(false)
  const words = dutyWords(unit.department.type)
  const isCivilian = unit.department.type === 'Civilian'
  const facts = [unit.department.name, typeLabel(unit.unitClass, unit.type), beatName, unit.callId !== null && `on call ${unit.callId}`]
  const end = async () => {
    const minutes = unit.onDutySince ? (Date.now() - Date.parse(unit.onDutySince)) / 60_000 : 0
    const isSure = await confirm({
      title: words.endQuestion,
      body: [
        `Your patrol of ${duration(minutes)} on ${serverName} is counted and closed.`,
        unit.callId !== null && `Call ${unit.callId} stays open.`,
      ]
        .filter(Boolean)
        .join(' '),
      confirmLabel: words.end,
      cancelLabel: 'Stay',
      startsAtCancel: true,
    })
    if (!isSure) return
    setEnding(true)
    try {
      await goOffDuty(unit.userId)
      notify.success(isCivilian ? 'Your patrol is closed' : 'You are off duty')
    } catch (error) {
      reportError(error)
    } finally {
      setEnding(false)
    }
  }
  return (
    <Card>
      <div className={classes.onDuty}>
        <span className={classes.mark} aria-hidden>
          <Icon name="police" size={26} />
        </span>
        <div className={classes.onDutyText}>
          <h2 className={classes.state}>
            You are {words.state} as <span className="mono">{unit.identifier}</span> on {serverName} since{' '}
            {timeSince(unit.onDutySince, now)}
          </h2>
          <p className={classes.facts}>
            {!isCivilian && <UnitStatusBadge status={unit.status} />}
            <span>{facts.filter(Boolean).join(' · ')}</span>
          </p>
        </div>
        <div className={classes.onDutyActions}>
          <Button renderRoot={(props) => <Link to="/cad/desktop" {...props} />}>Resume</Button>
          <Button variant="default" onClick={onChange}>
            Change
          </Button>
          <Button variant="default" loading={isEnding} onClick={() => void end()}>
            {words.end}
          </Button>
        </div>
      </div>
    </Card>
  )
}
