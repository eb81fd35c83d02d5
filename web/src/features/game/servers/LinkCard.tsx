import type { ManagedServer } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { duration } from '../../../platform/format/durations.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardNote } from '../../../ui/CardStates.tsx'
import { Fact, Facts, When } from '../../../ui/Facts.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { FirstHeartbeat } from './FirstHeartbeat.tsx'
import { lastServerKey, playersText, serverState } from './managed-servers.ts'
import { ResourceButton } from './ResourceButton.tsx'
import { serverKeysQuery } from './servers.manage.ts'

const HEARTBEAT_MS = 10_000

/** A server's state, from its bridge's heartbeats. */
export function LinkCard({ server, indicator }: { server: ManagedServer; indicator: ReactNode }) {
  const now = useNow(HEARTBEAT_MS)
  const { link, unitsOnDuty, activeCalls } = server
  const { tone, word } = serverState(server)
  return (
    <Card title="Connection" link={indicator}>
      <Facts>
        <Fact name="State">
          <StatusBadge tone={tone}>{word}</StatusBadge>
        </Fact>
        <Fact name="Players">
          <span className="mono">{playersText(server)}</span>
        </Fact>
        <Fact name="Units on duty">{unitsOnDuty}</Fact>
        <Fact name="Active calls">{activeCalls}</Fact>
        {link.connectedAt !== null && (
          <>
            <Fact name="Last heartbeat">{link.lastHeartbeatAt && <When at={link.lastHeartbeatAt} now={now} />}</Fact>
            <Fact name="Connected since">{link.isOnline ? <When at={link.connectedAt} now={now} /> : '–'}</Fact>
            <Fact name="Uptime">{link.isOnline ? duration(Math.floor(link.uptimeSeconds / 60)) : '–'}</Fact>
            <Fact name="Bridge">
              <span className="mono">
                {link.resource} {link.bridgeVersion}
              </span>
            </Fact>
            <Fact name="Waiting to be delivered">
              {link.queued === 0 ? 'Nothing' : `${link.queued.toLocaleString('en')} ${link.queued === 1 ? 'event' : 'events'}`}
            </Fact>
          </>
        )}
      </Facts>
      {link.connectedAt === null && !server.isRetired && <NeverConnected serverId={server.serverId} />}
    </Card>
  )
}

function NeverConnected({ serverId }: { serverId: number }) {
  const { data: keys = [] } = useQuery(serverKeysQuery(serverId))
  const key = lastServerKey(keys)
  return (
    <Stack gap={12} align="start" style={{ marginTop: 12 }}>
      {key ? (
        <FirstHeartbeat since={key.createdAt} />
      ) : (
        <CardNote>The bridge of this server has never connected. Unpack the resource on the game server, and issue a key for it.</CardNote>
      )}
      <ResourceButton />
    </Stack>
  )
}
