import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useNow } from '../../../platform/format/use-now.ts'
import { Row, Stack } from '../../../ui/layout.tsx'
import { NoticeItem } from './NoticeItem.tsx'
import classes from './Notices.module.css'
import { bellList, type useNotices } from './use-notices.ts'

/** The newest notices, in the popup of the bell. */
export function BellList({ userId, notices }: { userId: number; notices: ReturnType<typeof useNotices> }) {
  const now = useNow()
  const shown = bellList(notices ?? [])
  return (
    <Stack as="section" gap={12} aria-label="Notices">
      <Row gap={12} align="baseline" justify="space-between" nowrap>
        <Text component="h2" size="md" fw={620}>
          Notices
        </Text>
        <Link to="/user/notices">All notices</Link>
      </Row>
      {shown.length === 0 ? (
        <p className={classes.text}>{notices ? 'No notices' : 'Loading…'}</p>
      ) : (
        <Stack as="ul" gap={12} aria-label="Newest notices">
          {shown.map((notice) => (
            <li key={notice.noticeId}>
              <NoticeItem notice={notice} userId={userId} now={now} />
            </li>
          ))}
        </Stack>
      )}
    </Stack>
  )
}
