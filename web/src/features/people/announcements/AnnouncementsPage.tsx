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
import { announcementColumns } from './announcement-columns.tsx'
import { AnnouncementForm } from './AnnouncementForm.tsx'
import { allAnnouncementsQuery, refreshAnnouncements } from './announcements.queries.ts'

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
