import { Button, NativeSelect, Text } from '@mantine/core'
import type { ManagedServer, ServerKey } from '@tenfour/contract'
import { IconKey } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { relativeTime } from '../../../platform/format/dates.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { CardError, CardLoading } from '../../../ui/CardStates.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { InlineButton } from '../../../ui/TextButton.tsx'
import { CONFIG_LABEL, CopiedText } from './CopiedText.tsx'
import { FirstHeartbeat } from './FirstHeartbeat.tsx'
import { configLines, lastServerKey, playersText } from './managed-servers.ts'
import { ResourceButton } from './ResourceButton.tsx'
import { playSimulation, useSimulation } from './simulation.ts'
import { SimulationNote } from './SimulationNote.tsx'
import { addKey, replaceKey, serverKeysQuery, useManagedServers } from './servers.manage.ts'

/** The founder's step that connects a game server: resource, key, lines for server.cfg, and what its first heartbeat says. */
export function GameStep() {
  const servers = useManagedServers()
  const [chosenId, setChosenId] = useState<number>()
  const { data: simulation } = useSimulation()
  if (!servers.data) return servers.isError ? <CardError what="The servers" onRetry={servers.refetch} /> : <CardLoading rows={4} />
  const inUse = servers.data.filter(({ isRetired }) => !isRetired)
  const server = inUse.find(({ serverId }) => serverId === chosenId) ?? inUse.find(isSeen) ?? inUse[0]
  if (!server) return <Text c="dimmed">There is no server: add one in Manage Servers.</Text>
  return (
    <Stack gap={14}>
      {inUse.length > 1 && (
        <NativeSelect
          label="Server"
          size="xs"
          data={inUse.map(({ serverId, name }) => ({ value: String(serverId), label: name }))}
          value={String(server.serverId)}
          onChange={({ currentTarget }) => setChosenId(Number(currentTarget.value))}
        />
      )}
      {/* Always there, so that what appears in it is announced. */}
      <div aria-live="polite">{isSeen(server) && <Seen server={server} />}</div>
      {!isSeen(server) && !simulation && <Connect key={server.serverId} server={server} />}
      <Simulated hasGame={isSeen(server)} />
      {!isSeen(server) && simulation && (
        <details>
          <summary>Connect a game server of your own</summary>
          <Stack gap={14}>
            <Connect key={server.serverId} server={server} />
          </Stack>
        </details>
      )}
    </Stack>
  )
}

/** A script that reports without our resource connects nothing, and is seen too. */
const isSeen = ({ link }: ManagedServer): boolean => link.connectedAt !== null || link.lastHeartbeatAt !== null

function Simulated({ hasGame }: { hasGame: boolean }) {
  const { data: simulation } = useSimulation()
  const place = useRef<HTMLDivElement>(null)
  const play = useMutation({ mutationFn: playSimulation })
  const isPlaying = Boolean(simulation)
  const hasStarted = play.isSuccess
  useEffect(() => {
    // The button that had the focus is gone.
    if (isPlaying && hasStarted) place.current?.querySelector<HTMLElement>('a, button')?.focus()
  }, [isPlaying, hasStarted])
  return (
    <div ref={place}>
      {simulation ? (
        <SimulationNote simulation={simulation} />
      ) : (
        simulation === null &&
        !hasGame && (
          <Text size="sm" c="dimmed">
            No game at hand?{' '}
            <InlineButton aria-disabled={play.isPending || undefined} onClick={() => !play.isPending && play.mutate()}>
              Play a simulated one
            </InlineButton>
          </Text>
        )
      )}
    </div>
  )
}

function Seen({ server }: { server: ManagedServer }) {
  const { name, link } = server
  return (
    <Stack gap={4}>
      <StatusBadge tone={link.isOnline ? 'available' : 'danger'}>
        {link.isOnline ? `${name} is connected` : `${name} has connected, but is offline now`}
      </StatusBadge>
      <Text c="dimmed" size="sm">
        {[
          link.resource && `Resource ${link.resource} ${link.bridgeVersion ?? ''}`.trim(),
          link.isOnline && `${playersText(server)} players`,
        ]
          .filter(Boolean)
          .join(', ')}
      </Text>
    </Stack>
  )
}

function Connect({ server: { serverId, name } }: { server: ManagedServer }) {
  const keys = useQuery(serverKeysQuery(serverId))
  const known = lastServerKey(keys.data ?? [])
  const lines = useRef<HTMLDivElement>(null)
  const make = useMutation({
    // A key that nobody has used yet need not stay valid.
    mutationFn: () =>
      known ? replaceKey(serverId, known.keyId, known.lastUsedAt === null ? 0 : 60) : addKey(serverId, { kind: 'server', name }),
  })
  const key = make.data?.key
  useEffect(() => {
    // The button that had the focus is gone.
    if (key !== undefined) lines.current?.querySelector('button')?.focus()
  }, [key])
  return (
    <>
      <Stack gap={6} align="start">
        <Text size="sm">
          Unpack the resource into the folder <span className="mono">resources</span> of your FiveM server.
        </Text>
        <ResourceButton />
      </Stack>
      {key === undefined ? (
        <Stack gap={6} align="start">
          <KeyNote known={known} />
          <Button
            size="xs"
            leftSection={<IconKey size={14} aria-hidden />}
            loading={make.isPending}
            aria-disabled={!keys.data || undefined}
            onClick={() => keys.data && make.mutate()}
          >
            {known ? 'Issue another key' : 'Issue a key'}
          </Button>
        </Stack>
      ) : (
        <div ref={lines}>
          <CopiedText label={CONFIG_LABEL} text={configLines('server', key, window.location.origin)} what="the lines for server.cfg" />
          <Text c="dimmed" size="sm">
            The key is shown only once. Then start the game server.
          </Text>
        </div>
      )}
      {known && <FirstHeartbeat since={known.createdAt} />}
    </>
  )
}

function KeyNote({ known }: { known: ServerKey | undefined }) {
  const now = useNow()
  if (!known) return <Text size="sm">The game server signs in with a key, which is shown once.</Text>
  return (
    <Text size="sm">
      A key was issued {relativeTime(known.createdAt, now)}. If its lines are not in <span className="mono">server.cfg</span>, issue another
      one, which replaces it.
    </Text>
  )
}
