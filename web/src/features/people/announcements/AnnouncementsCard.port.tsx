import { accessSubject, isAllowed, staff, type Announcement, type CurrentUser } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useNow } from '../../../platform/format/use-now.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { AnnouncementItem } from './AnnouncementItem.tsx'
import { announcementsQuery } from './announcements.queries.ts'
import classes from './Announcements.module.css'
import { useDismissals } from './use-dismissals.ts'
import { useLiveAnnouncements } from './use-live-announcements.ts'
import { Stack, Row } from '../../../ui/layout.tsx'
import { useShowAll } from '../../../ui/use-show-all.tsx'

/** The member's announcements that are not dismissed; nothing where there are none, except for staff, who write them. */
export function AnnouncementsCard({ user }: { user: CurrentUser }) {
  useLiveAnnouncements(user.userDepartments.map(({ departmentId }) => departmentId))
  const announcements = useQuery(announcementsQuery)
  const { pending, dismiss } = useDismissals(user.userId)
  const isStaff = isAllowed(staff, accessSubject(user))
  const shown = announcements.data?.filter(({ announcementId }) => !pending.has(announcementId))
  if (shown?.length === 0 && !isStaff) return null
  return (
    <Card title="Announcements" link={isStaff && <StaffLinks />}>
      {shown ? (
        <Announcements announcements={shown} onDismiss={dismiss} />
      ) : announcements.isError ? (
        <CardError what="The announcements" onRetry={announcements.refetch} />
      ) : (
        <CardLoading rows={4} />
      )}
    </Card>
  )
}

const StaffLinks = () => (
  <Row as="span" gap={14} nowrap>
    <Link to="/staff/announcements" search={{ write: 'new' }}>
      Write
    </Link>
    <Link to="/staff/announcements">Manage</Link>
  </Row>
)

/** As many as the class `list` shows there. */
const SHOWN_ON_PHONES = 2

type AnnouncementsProps = { announcements: readonly Announcement[]; onDismiss: (announcementId: number) => void }

function Announcements({ announcements, onDismiss }: AnnouncementsProps) {
  const now = useNow()
  const { list, isAll, button } = useShowAll(`All ${announcements.length} announcements`, {
    isLong: announcements.length > SHOWN_ON_PHONES,
    className: classes.all,
  })
  if (announcements.length === 0) return <CardNote>No announcements. Write one for everyone to see.</CardNote>
  return (
    <>
      <Stack as="ul" ref={list} tabIndex={-1} gap={14} aria-label="Announcements" className={classes.list} data-all={isAll || undefined}>
        {announcements.map((each) => (
          <li key={each.announcementId}>
            <AnnouncementItem announcement={each} now={now} onDismiss={() => onDismiss(each.announcementId)} />
          </li>
        ))}
      </Stack>
      {button}
    </>
  )
}
