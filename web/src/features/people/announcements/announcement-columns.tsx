import { Button } from '@mantine/core'
import type { Announcement } from '@tenfour/contract'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import type { Column } from '../../../ui/table-columns.ts'
import classes from './Announcements.module.css'
import { isPast } from './expiry.ts'

type Actions = { now: Date; onEdit: (announcement: Announcement) => void; onDelete: (announcement: Announcement) => void }

export const announcementColumns = ({ now, onEdit, onDelete }: Actions): Column<Announcement>[] => [
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
