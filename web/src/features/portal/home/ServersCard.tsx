import { useNow } from '../../../platform/format/use-now.ts'
import { LiveIndicator } from '../../../platform/realtime/LiveIndicator.tsx'
import { useServerStatuses, activityText } from '../../../platform/servers/server-statuses.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading } from '../../../ui/CardStates.tsx'
import { Text } from '@mantine/core'
import type { ServerStatus } from '@tenfour/contract'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import classes from './HomePage.module.css'
import { Stack } from '../../../ui/layout.tsx'
import { useShowAll } from '../../../ui/use-show-all.tsx'

/** Nothing where there are no servers: an admin's first steps lead to them. */
export function ServersCard() {
  const statuses = useServerStatuses()
  const now = useNow()
  if (statuses.data?.length === 0) return null
  return (
    <Card title="Servers" link={<LiveIndicator />}>
      {statuses.data ? (
        <ServerStatusList statuses={statuses.data} now={now} />
      ) : statuses.isError ? (
        <CardError what="The servers" onRetry={statuses.refetch} />
      ) : (
        <CardLoading />
      )}
    </Card>
  )
}

function ServerStatusList({ statuses, now }: { statuses: readonly ServerStatus[]; now: Date }) {
  const { list, button } = useShowAll({ count: statuses.length, first: 4, words: `All ${statuses.length} servers` })
  return (
    <>
      <Stack as="ul" gap={10} {...list}>
        {statuses.map((status) => (
          <li key={status.serverId}>
            <div className={classes.server}>
              <StatusBadge tone={status.isOnline ? 'available' : 'off'}>
                <span title={status.name}>{status.name}</span>
              </StatusBadge>
              {status.isOnline ? (
                <span className="figures">
                  <span className="visually-hidden">Online, players </span>
                  {status.players}
                  {status.maxPlayers !== null && ` / ${status.maxPlayers}`}
                </span>
              ) : (
                <span className="muted" title={dateTime(status.lastHeartbeatAt) || undefined}>
                  {status.lastHeartbeatAt === null ? 'never seen' : `last seen ${relativeTime(status.lastHeartbeatAt, now)}`}
                </span>
              )}
            </div>
            {(status.isOnline || status.unitsOnDuty > 0) && (
              <Text component="div" c="dimmed" size="sm">
                {activityText(status)}
              </Text>
            )}
          </li>
        ))}
      </Stack>
      {button}
    </>
  )
}
