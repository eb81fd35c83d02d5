import { Button } from '@mantine/core'
import type { ManagedServer } from '@tenfour/contract'
import { IconPlus, IconServer } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { reportError } from '../../../platform/errors/report.ts'
import { LiveIndicator } from '../../../platform/realtime/LiveIndicator.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { Empty, PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { useTableSearch } from '../../../ui/use-table-search.ts'
import { PushWhitelists } from '../whitelist/PushWhitelists.port.tsx'
import { useWhitelists } from '../whitelist/whitelist.port.ts'
import { SERVER_TABLE, serverColumns } from './server-columns.tsx'
import { ServerDetail } from './ServerDetail.tsx'
import { ServerDialog } from './ServerDialog.tsx'
import { SimulationNote } from './SimulationNote.tsx'
import { useSimulation } from './simulation.ts'
import { useManagedServers } from './servers.manage.ts'

const rowKey = ({ serverId }: ManagedServer) => serverId

export function ServersPage() {
  const { server: serverId } = useSearch({ from: '/shell/servers/list' })
  const servers = useManagedServers()
  /** 'new', or the server being edited. */
  const [edited, setEdited] = useState<ManagedServer | 'new' | null>(null)
  const dialog = edited && (
    <ServerDialog
      server={edited === 'new' ? null : edited}
      latest={edited === 'new' ? undefined : servers.data?.find((each) => each.serverId === edited.serverId)}
      onClose={() => setEdited(null)}
    />
  )
  if (serverId === undefined) {
    return (
      <>
        <ServersTable servers={servers} onEdit={setEdited} />
        {dialog}
      </>
    )
  }
  if (!servers.data) {
    return servers.isError ? <PageError error={servers.error} onRetry={servers.refetch} /> : <PageLoading label="Loading the server" />
  }
  const server = servers.data.find((each) => each.serverId === serverId)
  if (!server) return <Empty title="There is no such server" action={<Link to="/servers/list">All servers</Link>} />
  return (
    <>
      <ServerDetail key={serverId} server={server} onEdit={() => setEdited(server)} />
      {dialog}
    </>
  )
}

type ServersTableProps = { servers: ReturnType<typeof useManagedServers>; onEdit: (server: ManagedServer | 'new') => void }

function ServersTable({ servers, onEdit }: ServersTableProps) {
  const [state, setState] = useTableSearch(SERVER_TABLE)
  const { data: simulation } = useSimulation()
  const navigate = useNavigate({ from: '/servers/list' })
  const whitelists = useWhitelists()
  const columns = useMemo(() => serverColumns(whitelists, onEdit), [whitelists, onEdit])
  const open = ({ serverId }: ManagedServer) =>
    void navigate({ to: '/servers/list', search: (before) => ({ ...before, server: serverId }) }).catch(reportError)
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => onEdit('new')}>
      Add server
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Manage Servers"
        subtitle="The game servers this portal knows. Open one for its players, whitelist, keys and map."
        actions={
          <>
            <PushWhitelists />
            {add}
          </>
        }
      />
      {simulation && <SimulationNote simulation={simulation} />}
      <DataTable
        label="Servers"
        columns={columns}
        rows={servers.data}
        rowKey={rowKey}
        state={state}
        onStateChange={setState}
        error={servers.error}
        onRetry={servers.refetch}
        onRowClick={open}
        searchLabel="Search name or address"
        toolbar={<LiveIndicator />}
        empty={{
          icon: <IconServer size={28} stroke={1.6} />,
          title: 'No servers yet',
          text: 'Units, calls and the live map belong to a server.',
          action: add,
        }}
      />
    </>
  )
}
