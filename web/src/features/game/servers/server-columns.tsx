import { Button } from '@mantine/core'
import type { ManagedServer } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { environmentWord } from '../../../platform/servers/server-statuses.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import type { Column } from '../../../ui/table-columns.ts'
import type { TableDefaults } from '../../../ui/table-state.ts'
import { whitelistState, type Whitelists } from '../whitelist/whitelist.port.ts'
import { playersText, serverState } from './managed-servers.ts'
import classes from './ServerDetail.module.css'

const STATES = ['Online', 'Offline', 'Never connected', 'Retired']
const options = (words: readonly string[]) => ({ options: words.map((word) => ({ value: word, label: word })) })

export const SERVER_TABLE: TableDefaults = {
  sortable: ['name', 'state', 'players', 'units', 'calls', 'bridge'],
  filterable: ['state', 'environment'],
}

export const serverColumns = (whitelists: Whitelists | undefined, onEdit: (server: ManagedServer) => void): Column<ManagedServer>[] => [
  {
    id: 'name',
    header: 'Server',
    sortable: true,
    value: ({ name, address }) => (address ? `${name} ${address}` : name),
    cell: ({ serverId, name, address }) => (
      <span className={classes.server}>
        <Link to="/servers/list" search={(before) => ({ ...before, server: serverId })} className={classes.serverName} title={name}>
          {name}
        </Link>
        {address && <span className={classes.address}>{address}</span>}
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    width: 156,
    sortable: true,
    filter: options(STATES),
    value: (server) => serverState(server).word,
    cell: (server) => <StatusBadge tone={serverState(server).tone}>{serverState(server).word}</StatusBadge>,
  },
  {
    id: 'players',
    header: 'Players',
    width: 96,
    align: 'right',
    mono: true,
    sortable: true,
    value: ({ link }) => (link.isOnline ? link.players : null),
    cell: playersText,
  },
  { id: 'units', header: 'Units', width: 80, align: 'right', mono: true, sortable: true, value: ({ unitsOnDuty }) => unitsOnDuty },
  { id: 'calls', header: 'Calls', width: 80, align: 'right', mono: true, sortable: true, value: ({ activeCalls }) => activeCalls },
  {
    id: 'whitelist',
    header: 'Whitelist',
    width: 142,
    cell: ({ serverId }) => {
      const whitelist = whitelists?.find((each) => each.serverId === serverId)
      if (!whitelist) return '–'
      const { tone, word } = whitelistState(whitelist)
      return <StatusBadge tone={tone}>{word}</StatusBadge>
    },
  },
  {
    id: 'bridge',
    header: 'Bridge',
    width: 86,
    mono: true,
    sortable: true,
    value: ({ link }) => link.bridgeVersion,
    cell: ({ link }) => link.bridgeVersion ?? '–',
  },
  { id: 'environment', header: 'Environment', width: 114, filter: options(['Production', 'Development']), value: environmentWord },
  {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    width: 64,
    align: 'right',
    cell: (server) =>
      !server.isRetired && (
        <Button variant="subtle" size="compact-xs" onClick={() => onEdit(server)}>
          Edit<span className="visually-hidden"> {server.name}</span>
        </Button>
      ),
  },
]
