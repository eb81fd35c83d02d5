import { IconMap } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { LiveIndicator } from '../../platform/realtime/LiveIndicator.tsx'
import { Card } from '../../ui/Card.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Empty } from '../../ui/PageStates.tsx'
import { useServers } from '../servers/servers.port.ts'

export function LivemapPage() {
  const { serverId } = useSearch({ from: '/shell/livemap' })
  const { data: servers } = useServers()
  const server = servers?.find((each) => each.serverId === serverId)
  const isUnknown = serverId !== undefined && servers !== undefined && !server
  return (
    <>
      <PageHeader title={server ? `Livemap, ${server.name}` : 'Livemap'} actions={<LiveIndicator />} />
      <Card>
        <Empty
          icon={<IconMap size={30} stroke={1.6} />}
          title={isUnknown ? 'There is no such server' : 'The map is empty'}
          text={isUnknown ? 'It may have been retired.' : 'Units and calls will be drawn here once the game server reports where they are.'}
        />
      </Card>
    </>
  )
}
