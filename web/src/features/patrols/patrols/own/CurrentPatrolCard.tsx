import type { OpenPatrol } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClock } from '../../../../platform/format/clock.ts'
import { clockTime } from '../../../../platform/format/local-times.ts'
import { elapsed } from '../../../../platform/format/durations.ts'
import { useNow } from '../../../../platform/format/use-now.ts'
import { Card } from '../../../../ui/Card.tsx'
import { CardError, CardLoading } from '../../../../ui/CardStates.tsx'
import { StatusBadge } from '../../../../ui/StatusBadge.tsx'
import { patrolStatusTone, patrolStatusWord, presenceWords } from '../patrol.labels.ts'
import { patrolQuery } from '../patrols.queries.ts'
import { timelineOf } from '../timeline/timeline.ts'
import { GameBar, StatusBar, TimelineTable } from '../timeline/TimelineBars.tsx'
import { Columns, Stack } from '../../../../ui/layout.tsx'
import classes from './OwnPatrols.module.css'

/** Presence arrives every half minute. */
const AGAIN_MS = 60_000

/** The patrol under way: how long, in which status, and whether the game sees the member. */
export function CurrentPatrolCard({ open }: { open: OpenPatrol }) {
  const detail = useQuery({ ...patrolQuery(open.patrolId), refetchInterval: AGAIN_MS })
  const now = useNow(10_000)
  const timeline = detail.data && timelineOf(detail.data, now.getTime())
  return (
    <Card
      title="On patrol now"
      aside={[open.identifier, open.departmentName, open.serverName, open.beat].filter(Boolean).join(' · ')}
      link={
        <Link to="/user/patrol/$patrolId" params={{ patrolId: String(open.patrolId) }}>
          Open patrol
        </Link>
      }
    >
      <Columns of="minmax(220px, 300px) minmax(0, 1fr)" gap="12px 28px" className={classes.columns}>
        <Stack gap={10}>
          <p className={classes.big}>
            <span className="muted">On patrol</span> <Since at={open.startedAt} />
            <span className="muted">, since {clockTime(open.startedAt)}</span>
          </p>
          <Stack as="p" gap={4} align="start">
            {open.status !== null && (
              <StatusBadge tone={patrolStatusTone(open.status)}>
                {patrolStatusWord(open.status)} <Since at={open.statusSince} />
              </StatusBadge>
            )}
            {open.isCivilian && <StatusBadge tone="neutral">Civilian</StatusBadge>}
            <PresenceState open={open} />
          </Stack>
        </Stack>
        {detail.data && timeline ? (
          <Stack gap={10}>
            <StatusBar timeline={timeline} />
            <GameBar patrol={detail.data} timeline={timeline} />
            <TimelineTable timeline={timeline} />
          </Stack>
        ) : detail.isError ? (
          <CardError what="The timeline" onRetry={detail.refetch} />
        ) : (
          <CardLoading rows={3} />
        )}
      </Columns>
    </Card>
  )
}

/** A component of its own, so that the tick of the clock redraws nothing else. */
function Since({ at }: { at: string }) {
  const start = Date.parse(at)
  return <span className="mono">{useClock((now) => elapsed(now - start))}</span>
}

function PresenceState({ open: { presence, presenceSince } }: { open: OpenPatrol }) {
  if (presence === null) return <StatusBadge tone="neutral">Game server not connected</StatusBadge>
  const { tone, words } = presenceWords(presence)
  return (
    <StatusBadge tone={tone}>
      {words}
      {presence !== 'moving' && presenceSince !== null && (
        <>
          {' '}
          <Since at={presenceSince} />
        </>
      )}
    </StatusBadge>
  )
}
