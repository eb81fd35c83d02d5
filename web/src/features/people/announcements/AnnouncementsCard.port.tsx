import { accessSubject, isAllowed, staff, type Announcement, type CurrentUser } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useNow } from '../../../platform/format/use-now.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { AnnouncementItem } from './AnnouncementItem.tsx'
import { announcementsQuery } from './announcements.queries.ts'
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

/** Longer than a phone shows of the newest one at first. */
const isLong = ({ body }: Announcement): boolean => body.length > 80 || body.includes('\n')

type AnnouncementsProps = { announcements: readonly Announcement[]; onDismiss: (announcementId: number) => void }

function Announcements({ announcements, onDismiss }: AnnouncementsProps) {
  const now = useNow()
  const { list, button } = useShowAll({
    count: announcements.length,
    first: 1,
    words: announcements.length === 1 ? 'Show the whole text' : `All ${announcements.length} announcements`,
    isCut: announcements.some(isLong),
  })
  if (announcements.length === 0) return <CardNote>No announcements. Write one for everyone to see.</CardNote>
  return (
    <>
      <Stack as="ul" {...list} gap={14} aria-label="Announcements">
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
