import { accessSubject, admin, anyOf, isAllowed, onDuty, staff, type Server } from '@tenfour/contract'
import { IconMap } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { reportError } from '../../../platform/errors/report.ts'
import { lazyComponent, type FailedProps } from '../../../platform/load/lazy-component.tsx'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { useServers } from '../../../platform/servers/servers.ts'
import { Card } from '../../../ui/Card.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { Empty, LoadFailed, PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { BoardProvider } from '../../dispatch/board/board.port.ts'
import { unitPlaces } from '../positions/positions.port.ts'
import type { MapLink } from './map-link.ts'

/** The map's code is large, so it loads in parallel with the servers. */
const LivemapView = lazyComponent(async () => (await import('./LivemapView.tsx')).LivemapView, {
  what: 'The map',
  shape: { Loading: () => <PageLoading label="Loading the map" />, Failed: FailedMap },
})

export function LivemapPage() {
  const { serverId, ...link } = useSearch({ from: '/shell/livemap' })
  const user = useSignedInUser()
  const servers = useServers()
  const navigate = useNavigate()
  if (servers.isPending) return <PageLoading label="Loading the map" />
  if (servers.isError) return <PageError error={servers.error} onRetry={servers.refetch} />

  const server = servers.data.find((each) => each.serverId === (serverId ?? user.duty?.serverId ?? servers.data[0]?.serverId))
  if (!server) return <NoServer hasServers={servers.data.length > 0} />
  const subject = accessSubject(user)
  const go = (search: { serverId: number } & MapLink, isStep: boolean) =>
    void navigate({ to: '/livemap', search, replace: !isStep, resetScroll: false }).catch(reportError)
  const alone = link.alone && { alone: link.alone }
  return (
    <BoardProvider serverId={server.serverId} places={unitPlaces(server.serverId)}>
      <LivemapView
        key={server.serverId}
        server={server}
        servers={servers.data}
        link={link}
        mayCall={isAllowed(anyOf(onDuty('serverId'), staff), subject, { serverId: server.serverId })}
        mayManage={isAllowed(admin, subject)}
        onServer={(next: Server) => go({ serverId: next.serverId, ...alone }, true)}
        onLink={(next: MapLink, isStep: boolean) => go({ serverId: server.serverId, ...next, ...alone }, isStep)}
      />
    </BoardProvider>
  )
}

function FailedMap(props: FailedProps) {
  return (
    <>
      <PageHeader title="Livemap" />
      <Card>
        <LoadFailed {...props} />
      </Card>
    </>
  )
}

const NoServer = ({ hasServers }: { hasServers: boolean }) => (
  <>
    <PageHeader title="Livemap" />
    <Card>
      <Empty
        icon={<IconMap size={30} stroke={1.6} />}
        title={hasServers ? 'There is no such server' : 'There is no game server yet'}
        text={hasServers ? 'It may have been retired.' : 'An admin registers one under Manage Servers.'}
      />
    </Card>
  </>
)
