import { Button } from '@mantine/core'
import type { ManagedServer } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { playersText, serverState } from './managed-servers.ts'
import classes from './ServerDetail.module.css'

export const serverColumns = (onEdit: (server: ManagedServer) => void): Column<ManagedServer>[] => [
  {
    id: 'name',
    header: 'Server',
    value: ({ name }) => name,
    cell: ({ serverId, name, address }) => (
      <span className={classes.server}>
        <Link to="/servers/list" search={{ server: serverId }} className={classes.serverName}>
          {name}
        </Link>
        {address && <span className={classes.address}>{address}</span>}
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    width: 170,
    value: (server) => serverState(server).word,
    cell: (server) => <StatusBadge tone={serverState(server).tone}>{serverState(server).word}</StatusBadge>,
  },
  { id: 'players', header: 'Players', width: 100, align: 'right', mono: true, value: playersText },
  { id: 'units', header: 'Units', width: 80, align: 'right', mono: true, value: ({ unitsOnDuty }) => unitsOnDuty },
  { id: 'calls', header: 'Calls', width: 80, align: 'right', mono: true, value: ({ activeCalls }) => activeCalls },
  { id: 'bridge', header: 'Bridge', width: 100, mono: true, value: ({ link }) => link.bridgeVersion ?? '–' },
  {
    id: 'environment',
    header: 'Environment',
    width: 130,
    value: ({ environment }) => (environment === 'dev' ? 'Development' : 'Production'),
  },
  {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    width: 90,
    align: 'right',
    cell: (server) =>
      !server.isRetired && (
        <Button variant="subtle" size="compact-xs" onClick={() => onEdit(server)}>
          Edit<span className="visually-hidden"> {server.name}</span>
        </Button>
      ),
  },
]
