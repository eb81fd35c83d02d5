import { Button } from '@mantine/core'
import { NOTICE_DAYS } from '@tenfour/contract'
import { IconBell } from '@tabler/icons-react'
import { useNow } from '../../../platform/format/use-now.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardLoading } from '../../../ui/CardStates.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { Empty } from '../../../ui/PageStates.tsx'
import { unreadOf, markRead, useNotices } from './use-notices.ts'
import { NoticeItem } from './NoticeItem.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { useShowAll } from '../../../ui/use-show-all.tsx'

export function NoticesPage() {
  const { userId } = useSignedInUser()
  const now = useNow()
  const notices = useNotices(userId)
  const unread = unreadOf(notices ?? [])
  const { list, button } = useShowAll({ count: notices?.length ?? 0, first: 8, words: `All ${notices?.length ?? 0} notices` })
  return (
    <>
      <PageHeader
        title="Notices"
        subtitle={`What you were told in the last ${NOTICE_DAYS} days.`}
        actions={
          // Stays focusable, so that pressing it does not lose the focus.
          <Button
            variant="default"
            aria-disabled={unread.length === 0}
            data-disabled={unread.length === 0 || undefined}
            onClick={unread.length === 0 ? undefined : () => void markRead(userId, unread)}
          >
            Mark all as read
          </Button>
        }
      />
      <Card>
        {!notices ? (
          <CardLoading rows={5} />
        ) : notices.length === 0 ? (
          <Empty
            icon={<IconBell size={28} stroke={1.6} />}
            title="No notices"
            text="Promotions, commendations, decisions on licences and the like are listed here."
          />
        ) : (
          <>
            <Stack as="ul" {...list} gap={12} aria-label="Notices">
              {notices.map((notice) => (
                <li key={notice.noticeId}>
                  <NoticeItem notice={notice} userId={userId} now={now} />
                </li>
              ))}
            </Stack>
            {button}
          </>
        )}
      </Card>
    </>
  )
}
