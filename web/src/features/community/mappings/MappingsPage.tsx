import { ActionIcon, Button, Text } from '@mantine/core'
import type { listRoleMappings, MappedDepartment, MappingChange, ResponseOf } from '@tenfour/contract'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { reportError } from '../../../platform/errors/report.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { Dropdown, MenuItem } from '../../../ui/Dropdown.tsx'
import { errorInfo } from '../../../ui/error-info.ts'
import { keepFocus } from '../../../ui/keep-focus.ts'
import { Row, Stack } from '../../../ui/layout.tsx'
import { OnPhone } from '../../../ui/OnPhone.tsx'
import type { Column } from '../../../ui/table-columns.ts'
import { useTableSearch } from '../../../ui/use-table-search.ts'
import { DiscordHeader, onDriftChanged, useDiscord } from '../discord/discord.port.ts'
import { AddMappingDialog, type Chosen } from './AddMappingDialog.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import { decide, mappingsQuery, refreshMappings, useMayMap } from './mappings.queries.ts'
import { leaderOf, membersWords, rowsOf, stateOf, type MappingRow } from './mappings.words.ts'

type Asked = { readonly change: MappingChange; readonly title: string; readonly submitLabel: string; readonly done: string }
type Opened = { readonly add: Chosen } | { readonly asked: Asked }

const TABLE = { sort: null, sortable: ['department', 'rank', 'role', 'leader', 'members'], filterable: [] } as const

/** Who leads each department and Discord role: the portal, or Discord. */
export function MappingsPage() {
  const { data, error, refetch } = useQuery(mappingsQuery)
  const discord = useDiscord()
  const mayMap = useMayMap()
  const [state, setState] = useTableSearch(TABLE)
  const [opened, setOpened] = useState<Opened | null>(null)
  useEffect(() => onDriftChanged(() => void refreshMappings().catch(reportError)), [])
  const columns = useMemo(() => (mayMap ? [...COLUMNS, actionColumn(setOpened)] : COLUMNS), [mayMap])
  const rows = useMemo(() => data && rowsOf(data.departments), [data])
  const close = () => setOpened(null)
  const first = data?.departments.find(({ isRetired }) => !isRetired)
  return (
    <Stack>
      <DiscordHeader title="Who leads" known={discord.data} />
      <Text c="dimmed" inherit>
        Each department and each Discord role has one leader. Where the portal leads, it gives the role in Discord. Where Discord leads,
        members and their ranks follow their roles in Discord, down as well as up.
      </Text>
      {data?.departments.map((department) => (
        <Notices key={department.departmentId} department={department} mayMap={mayMap} />
      ))}
      <DataTable
        label="Mappings"
        noun="mappings"
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        state={state}
        onStateChange={setState}
        error={error}
        onRetry={refetch}
        empty={{ title: 'No Discord role is mapped', text: 'The portal leads every department.' }}
        toolbar={
          mayMap &&
          first && (
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setOpened({ add: { departmentId: first.departmentId, roleId: null, rankId: null } })}
            >
              Map a role
            </Button>
          )
        }
      />
      {opened && data && <Dialog opened={opened} known={data} onClose={close} />}
    </Stack>
  )
}

type DialogProps = { opened: Opened; known: ResponseOf<typeof listRoleMappings>; onClose: () => void }
const Dialog = ({ opened, known, onClose }: DialogProps) =>
  'add' in opened ? (
    <AddMappingDialog known={known} start={opened.add} onClose={onClose} />
  ) : (
    <ChangeDialog {...opened.asked} onClose={onClose} />
  )

const rankOf = ({ rank, mapping }: MappingRow): string => rank?.name ?? (mapping ? 'No rank' : 'Every rank')

const COLUMNS: readonly Column<MappingRow>[] = [
  {
    id: 'department',
    header: 'Department',
    value: ({ department }) => department.name,
    width: 130,
    cell: (row) => (
      <>
        {row.department.name}
        <OnPhone>{rankOf(row)}</OnPhone>
      </>
    ),
  },
  { id: 'rank', header: 'Rank', value: rankOf, width: 150, isWideOnly: true },
  {
    id: 'role',
    header: 'Discord role',
    value: ({ role }) => `${role.name} · ${role.guildName}`,
    cell: (row) => (
      <>
        {row.role.name} · {row.role.guildName}
        <OnPhone>{[`Leader: ${leaderOf(row)}`, membersWords(row.members), stateOf(row)].join(' · ')}</OnPhone>
      </>
    ),
  },
  { id: 'leader', header: 'Leader', value: leaderOf, width: 100, isWideOnly: true },
  { id: 'members', header: 'Members', value: ({ members }) => members, width: 100, align: 'right', isWideOnly: true },
  { id: 'state', header: 'State', value: stateOf, sortable: false, isWideOnly: true },
]

const actionColumn = (open: (opened: Opened) => void): Column<MappingRow> => ({
  id: 'actions',
  header: 'Actions',
  hideHeader: true,
  width: 56,
  align: 'right',
  cell: (row) => {
    const label = `Actions for ${row.role.name} in ${row.department.name}`
    return (
      <Dropdown
        kind="menu"
        label={label}
        align="end"
        renderButton={(button) => (
          <ActionIcon {...button} variant="subtle" color="gray" size={30} aria-label={label}>
            <IconDots size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
        renderContent={(close) =>
          actionsOf(row).map(({ words, opened }) => (
            <MenuItem
              key={words}
              onClick={() => {
                close()
                open(opened)
              }}
            >
              {words}
            </MenuItem>
          ))
        }
      />
    )
  },
})

function actionsOf({ mapping, department, role, rank }: MappingRow): { words: string; opened: Opened }[] {
  const { departmentId, name } = department
  if (!mapping) return [{ words: 'Map this role…', opened: { add: { departmentId, roleId: role.roleId, rankId: rank?.rankId ?? null } } }]
  const { mappingId } = mapping
  const ask = (words: string, asked: Asked) => ({ words: `${words}…`, opened: { asked } })
  const isLed = department.leader === 'discord'
  return [
    isLed
      ? ask(`Let the portal lead ${name}`, {
          change: { kind: 'lead', departmentId, leader: 'portal' },
          title: `Let the portal lead ${name}?`,
          submitLabel: 'Let the portal lead',
          done: `The portal leads ${name}`,
        })
      : ask(`Let Discord lead ${name}`, {
          change: { kind: 'lead', departmentId, leader: 'discord' },
          title: `Let Discord lead ${name}?`,
          submitLabel: 'Let Discord lead',
          done: `Discord leads ${name}`,
        }),
    mapping.pausedBecause === null
      ? ask('Pause', {
          change: { kind: 'pause', mappingId },
          title: `Pause the mapping of ${role.name}?`,
          submitLabel: 'Pause',
          done: 'The mapping is paused',
        })
      : ask('Resume', {
          change: { kind: 'resume', mappingId },
          title: `Resume the mapping of ${role.name}?`,
          submitLabel: 'Resume',
          done: 'The mapping is in use again, and you answer for it',
        }),
    ask('Remove', {
      change: { kind: 'remove', mappingId },
      title: `Remove the mapping of ${role.name}?`,
      submitLabel: 'Remove',
      done: 'The mapping is removed',
    }),
  ]
}

/** Why losses wait in a department that Discord leads, and the losses that a person has to confirm. */
function Notices({ department, mayMap }: { department: MappedDepartment; mayMap: boolean }) {
  const { name, held, waitsBecause } = department
  const act = async (decision: 'take' | 'keep') => {
    try {
      await decide(department, decision)
    } catch (failure) {
      notify.error(errorInfo(failure).message)
    }
    await refreshMappings()
    keepFocus()
  }
  const take = async () => {
    const isSure = await confirm({
      title: `Demote or remove ${membersWords(held?.losses ?? 0)} of ${name}?`,
      body: 'They no longer have the Discord roles that gave them their rank or membership.',
      confirmLabel: 'Demote or remove',
      danger: true,
    })
    if (isSure) await act('take')
  }
  return (
    <>
      {waitsBecause !== null && (
        <Banner tone="info" title={`Nobody in ${name} loses anything at the moment.`}>
          {waitsBecause}.
        </Banner>
      )}
      {held && (
        <Banner
          tone="warning"
          title={`${membersWords(held.losses)} of ${name} would be demoted or removed.`}
          announce
          action={
            mayMap && (
              <Row as="span" gap={6} nowrap>
                <ActionButton size="xs" variant="default" action={() => act('keep')}>
                  Let them keep it
                </ActionButton>
                <ActionButton size="xs" color="danger" action={take}>
                  Demote or remove…
                </ActionButton>
              </Row>
            )
          }
        >
          These are so many at once that a person has to confirm it. {!mayMap && 'An admin, or someone with DISCORD_ADMIN, decides.'}
        </Banner>
      )}
    </>
  )
}
