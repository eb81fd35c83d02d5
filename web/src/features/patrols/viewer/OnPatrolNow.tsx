import type { OpenPatrol } from '@tenfour/contract'
import { duration } from '../../../platform/format/durations.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { patrolStatusTone, patrolStatusWord, presenceWords } from '../patrols/patrols.queries.port.ts'
import { classNames, Row, Stack } from '../../../ui/layout.tsx'
import classes from './Viewer.module.css'

type OnPatrolNowProps = { open: readonly OpenPatrol[] | undefined; onOpen: (patrolId: number) => void }

/** Everyone on patrol, live. */
export function OnPatrolNow({ open, onOpen }: OnPatrolNowProps) {
  const now = useNow(15_000)
  if (!open) return <CardLoading rows={6} />
  if (open.length === 0) return <CardNote>Nobody is on patrol.</CardNote>
  return (
    <Stack as="ul" gap={0} className={classes.entries} aria-label="On patrol now">
      {open.map((patrol) => (
        <li key={patrol.patrolId}>
          <button type="button" className={classNames('quiet-button', classes.entry)} onClick={() => onOpen(patrol.patrolId)}>
            <Row as="span" gap="0 8px" align="stretch">
              <strong className="truncated" title={patrol.name}>
                {patrol.name}
              </strong>
              {patrol.identifier && <span className="mono">{patrol.identifier}</span>}
              <span className={classes.entryEnd}>
                <StatusBadge tone={patrolStatusTone(patrol.status)}>
                  {patrolStatusWord(patrol.status, patrol.isCivilian ? 'civilian' : 'duty')}
                </StatusBadge>
              </span>
            </Row>
            <Row as="span" nowrap gap="0 8px" align="stretch" className="muted small">
              <span className="truncated">
                {[patrol.departmentName, patrol.serverName, patrol.beat].filter(Boolean).join(' · ')} · {since(patrol.startedAt, now)}
              </span>
              {patrol.presence && (
                <span className={classes.entryEnd} data-presence={patrol.presence}>
                  {presenceWords(patrol.presence).words}
                  {patrol.presenceSince && patrol.presence !== 'moving' ? ` ${since(patrol.presenceSince, now)}` : ''}
                </span>
              )}
            </Row>
          </button>
        </li>
      ))}
    </Stack>
  )
}

const since = (at: string, now: Date): string => duration((now.getTime() - Date.parse(at)) / 60_000)
