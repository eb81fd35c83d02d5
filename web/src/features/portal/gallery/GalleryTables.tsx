import { Button } from '@mantine/core'
import { useState } from 'react'
import { relativeTime } from '../../../platform/format/dates.ts'
import { pad } from '../../../platform/format/text.ts'
import { settings } from '../../../platform/settings/settings.ts'
import { Card } from '../../../ui/Card.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { StatusBadge, type StatusTone } from '../../../ui/StatusBadge.tsx'
import type { Column } from '../../../ui/table-columns.ts'
import { defaultTableState, type PageSize, type TableState } from '../../../ui/table-state.ts'
import classes from './GalleryPage.module.css'

type Member = { id: number; name: string; callSign: string; department: string; status: StatusTone; hours: number; seen: Date | null }

const NAMES = [
  'Rosa Delgado',
  'Samuel Whitcombe',
  'Kehinde Adeyemi',
  'Léa Moreau',
  'Jürgen Brandt-Hohenschwangau von und zu Weißenstein',
  'Petra Nováková',
  'Daisuke Ito',
]
const DEPARTMENTS = ['LSPD', 'BCSO', 'SAHP', 'COMM', 'FIRE']
const STATUSES: readonly (readonly [StatusTone, string])[] = [
  ['available', 'In service'],
  ['en-route', 'En route'],
  ['on-scene', 'On scene'],
  ['busy', 'Busy'],
  ['off', 'Off duty'],
]
const statusWord = (tone: StatusTone) => STATUSES.find(([each]) => each === tone)?.[1] ?? 'Unknown'
const option = (value: string, label = value) => ({ value, label })

const MEMBERS: readonly Member[] = Array.from({ length: 200 }, (_, index) => ({
  id: index + 1,
  name: NAMES[index % NAMES.length] ?? '',
  callSign: `${(index % 4) + 1}L${pad((index * 7) % 60, 2)}`,
  department: DEPARTMENTS[(index * 3) % DEPARTMENTS.length] ?? '',
  status: STATUSES[(index * 7) % STATUSES.length]?.[0] ?? 'off',
  hours: ((index * 37) % 400) / 10,
  seen: index % 9 === 0 ? null : new Date(Date.now() - index * index * 90_000),
}))

const COLUMNS: readonly Column<Member>[] = [
  { id: 'callSign', header: 'Call sign', value: (row) => row.callSign, sortable: true, width: 110, mono: true },
  { id: 'name', header: 'Name', value: (row) => row.name, sortable: true },
  {
    id: 'department',
    header: 'Department',
    value: (row) => row.department,
    sortable: true,
    width: 130,
    filter: { options: DEPARTMENTS.map((name) => option(name)) },
  },
  {
    id: 'status',
    header: 'Status',
    value: (row) => statusWord(row.status),
    cell: (row) => <StatusBadge tone={row.status}>{statusWord(row.status)}</StatusBadge>,
    sortable: true,
    width: 130,
    filter: { options: STATUSES.map(([, word]) => option(word)) },
  },
  { id: 'hours', header: 'Hours', value: (row) => row.hours, sortable: true, width: 90, align: 'right', mono: true },
  {
    id: 'seen',
    header: 'Last seen',
    value: (row) => row.seen,
    cell: (row) => relativeTime(row.seen) || 'never',
    sortable: true,
    width: 120,
  },
  {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    width: 90,
    align: 'right',
    cell: (row) => (
      <Button variant="subtle" size="compact-xs">
        Edit<span className="visually-hidden"> {row.name}</span>
      </Button>
    ),
  },
]
const EMPTY = { title: 'No members yet', text: 'Members appear here once they are added.', action: <Button>Add member</Button> }
const rowKey = ({ id }: Member) => id

export function GalleryTables() {
  const [state, setState] = useState<TableState>(() => defaultTableState({ size: settings.get<PageSize>('table.size', 25) }))
  const [small, setSmall] = useState<TableState>(() => defaultTableState())
  const [opened, setOpened] = useState<Member | null>(null)
  const shared = { columns: COLUMNS, rowKey, state: small, onStateChange: setSmall, empty: EMPTY, searchLabel: null }
  return (
    <div id="tables" className={classes.stack}>
      <p className="muted">Opened: {opened?.name ?? 'none'}</p>
      <DataTable
        label="Members"
        columns={COLUMNS}
        rows={MEMBERS}
        rowKey={rowKey}
        state={state}
        onStateChange={(next) => {
          settings.set('table.size', next.size)
          setState(next)
        }}
        onRowClick={setOpened}
        empty={EMPTY}
        maxHeight="480px"
        toolbar={<Button>Add member</Button>}
      />
      <div className={classes.grid}>
        <Card title="From a server" aside="rows and total are given">
          <DataTable {...shared} label="Server rows" rows={MEMBERS.slice(0, 3)} total={320} />
        </Card>
        <Card title="Loading">
          <DataTable {...shared} label="Loading rows" rows={undefined} />
        </Card>
        <Card title="Empty">
          <DataTable {...shared} label="No rows" rows={[]} />
        </Card>
        <Card title="Nothing matches">
          <DataTable
            {...shared}
            label="Filtered rows"
            noun="members"
            rows={MEMBERS}
            state={{ ...small, q: 'zzz' }}
            onStateChange={() => undefined}
          />
        </Card>
        <Card title="Error">
          <DataTable
            {...shared}
            label="Failed rows"
            rows={undefined}
            error={{ message: '404 Not Found', requestId: 'req-4412' }}
            onRetry={() => undefined}
          />
        </Card>
      </div>
    </div>
  )
}
