import { Text } from '@mantine/core'
import { elapsed } from '../../../platform/format/durations.ts'
import { useClock } from '../../../platform/format/clock.ts'
import { Stack } from '../../../ui/layout.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'

/** After this the page says what to check. Starting a FiveM server takes a minute. */
const PATIENCE_MS = 120_000
/** From here on nobody counts seconds. */
const LONG_MS = 3_600_000

/** For a server whose bridge has never connected: how long ago its key was made, and what to check when nothing comes. */
export function FirstHeartbeat({ since }: { since: string }) {
  const from = Date.parse(since)
  const waited = useClock((now) => (now - from < LONG_MS ? elapsed(now - from) : null))
  const isStuck = useClock((now) => now - from >= PATIENCE_MS)
  return (
    <Stack gap={8}>
      <StatusBadge tone="warning">Waiting for the first heartbeat{waited !== null && <span className="mono">, {waited}</span>}</StatusBadge>
      {isStuck && <WhatToCheck portalUrl={window.location.origin} />}
    </Stack>
  )
}

const isThisMachine = (url: string): boolean => /^https?:\/\/(localhost|127\.|\[::1\])/.test(url)

function WhatToCheck({ portalUrl }: { portalUrl: string }) {
  return (
    <Text component="div" c="dimmed" size="sm">
      Nothing yet? The console of the game server has lines that begin with <span className="mono">[tenfour]</span> and say why. Without
      any:
      <ul>
        <li>
          The folder is called <span className="mono">tenfour</span>, is in <span className="mono">resources</span>, and has{' '}
          <span className="mono">fxmanifest.lua</span> directly in it.
        </li>
        <li>
          The lines are in <span className="mono">server.cfg</span>, and the server was restarted afterwards.
        </li>
        <li>FXServer is build 27939 or later, with OneSync on.</li>
        <li>
          The game server reaches <span className="mono">{portalUrl}</span>
          {isThisMachine(portalUrl)
            ? ', which is an address for this machine only: a game server elsewhere needs the public address of the portal.'
            : '.'}
        </li>
      </ul>
    </Text>
  )
}
