import { Link } from '@tanstack/react-router'
import { useNow } from '../../../platform/format/use-now.ts'
import { Card } from '../../../ui/Card.tsx'
import { unreadOf, useNotices } from './use-notices.ts'
import { NoticeItem } from './NoticeItem.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { useShowAll } from '../../../ui/use-show-all.tsx'

const SHOWN = 5

/** The member's unread notices; nothing where there are none. */
export function NoticesCard({ userId }: { userId: number }) {
  const now = useNow()
  const unread = unreadOf(useNotices(userId) ?? [])
  const shown = unread.slice(0, SHOWN)
  const { list, button } = useShowAll({ count: shown.length, first: 1, words: `Show ${shown.length}` })
  if (unread.length === 0) return null
  return (
    <Card
      title="Notices"
      aside={unread.length > 1 ? `${unread.length} unread` : undefined}
      link={<Link to="/user/notices">All notices</Link>}
    >
      <Stack as="ul" {...list} gap={12} aria-label="Unread notices">
        {shown.map((notice) => (
          <li key={notice.noticeId}>
            <NoticeItem notice={notice} userId={userId} now={now} />
          </li>
        ))}
      </Stack>
      {button}
    </Card>
  )
}
