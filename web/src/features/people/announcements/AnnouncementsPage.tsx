import { Button } from '@mantine/core'
import { deleteAnnouncement, type Announcement } from '@tenfour/contract'
import { IconPencilPlus, IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { useTableSearch } from '../../../ui/use-table-search.ts'
import { AnnouncementForm, isPast } from './AnnouncementForm.tsx'
import { allAnnouncementsQuery, refreshAnnouncements } from './announcements.queries.ts'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import type { Column } from '../../../ui/table-columns.ts'
import classes from './Announcements.module.css'

const DEFAULTS = { sortable: [], filterable: [] }
const rowKey = ({ announcementId }: Announcement) => announcementId

export function AnnouncementsPage() {
  const [state, setState] = useTableSearch(DEFAULTS)
  const announcements = useQuery(allAnnouncementsQuery(state.page, state.size))
  const now = useNow()
  const [edited, setEdited] = useState<Announcement | null>(null)
  const { isWriting, write, stop } = useWriting()
  const columns = useMemo(() => announcementColumns({ now, onEdit: setEdited, onDelete: (each) => void askToDelete(each) }), [now])
  const writeButton = (
    <Button leftSection={<IconPencilPlus size={18} stroke={1.7} aria-hidden />} onClick={write}>
      Write announcement
    </Button>
  )
  return (
    <>
      <PageHeader title="Announcements" subtitle="What members see on their home page, newest first." actions={writeButton} />
      <DataTable
        label="Announcements"
        columns={columns}
        rows={announcements.data?.items}
        total={announcements.data?.total ?? 0}
        isTotalExact={announcements.data?.isTotalExact}
        rowKey={rowKey}
        state={state}
        onStateChange={setState}
        error={announcements.error}
        onRetry={announcements.refetch}
        onRowClick={setEdited}
        searchLabel={null}
        empty={{
          icon: <IconSpeakerphone size={28} stroke={1.6} />,
          title: 'Nothing has been announced yet',
          text: 'An announcement reaches every member, or one department, on their home page.',
          action: writeButton,
        }}
      />
      {isWriting && <AnnouncementForm announcement={null} onClose={stop} />}
      {edited && <AnnouncementForm key={edited.announcementId} announcement={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

/** Whether the form is open is part of the address, so that the home page can link to it. */
function useWriting() {
  const { write } = useSearch({ from: '/shell/staff/announcements' })
  const navigate = useNavigate({ from: '/staff/announcements' })
  const set = (to: 'new' | undefined) =>
    void navigate({ to: '.', search: (before) => ({ ...before, write: to }), replace: true }).catch(reportError)
  return { isWriting: write === 'new', write: () => set('new'), stop: () => set(undefined) }
}

async function askToDelete({ announcementId, title }: Announcement): Promise<void> {
  const isSure = await confirm({
    title: 'Delete this announcement?',
    body: 'It disappears from every member’s home page at once. This cannot be undone.',
    subject: title,
    confirmLabel: 'Delete announcement',
    danger: true,
  })
  if (!isSure) return
  try {
    await call(deleteAnnouncement, { params: { announcementId } })
    notify.success('Announcement deleted')
  } catch (error) {
    reportError(error)
  }
  await refreshAnnouncements()
}

type Actions = { now: Date; onEdit: (announcement: Announcement) => void; onDelete: (announcement: Announcement) => void }

const announcementColumns = ({ now, onEdit, onDelete }: Actions): Column<Announcement>[] => [
  {
    id: 'title',
    header: 'Title',
    value: ({ title }) => title,
    cell: ({ title, expiresAt }) => <span className={isPast(expiresAt, now) ? classes.past : undefined}>{title}</span>,
  },
  { id: 'audience', header: 'For', value: ({ department }) => department?.name ?? 'All departments', width: 140 },
  { id: 'author', header: 'Written by', value: ({ author }) => author.name, width: 160 },
  {
    id: 'createdAt',
    header: 'Written',
    value: ({ createdAt }) => dateTime(createdAt),
    cell: ({ createdAt }) => relativeTime(createdAt, now),
    width: 120,
  },
  {
    id: 'state',
    header: 'State',
    value: ({ expiresAt }) => (expiresAt === null ? 'Shown until it is deleted' : dateTime(expiresAt)),
    cell: ({ expiresAt }) =>
      isPast(expiresAt, now) ? (
        <StatusBadge tone="off">Expired {relativeTime(expiresAt, now)}</StatusBadge>
      ) : (
        <StatusBadge tone="available">{expiresAt === null ? 'Shown' : `Shown, ends ${relativeTime(expiresAt, now)}`}</StatusBadge>
      ),
    width: 210,
  },
  {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    width: 140,
    align: 'right',
    cell: (announcement) => (
      <>
        <Button variant="subtle" size="compact-xs" onClick={() => onEdit(announcement)}>
          Edit<span className="visually-hidden"> {announcement.title}</span>
        </Button>
        <Button variant="subtle" color="danger" size="compact-xs" onClick={() => onDelete(announcement)}>
          Delete<span className="visually-hidden"> {announcement.title}</span>
        </Button>
      </>
    ),
  },
]
