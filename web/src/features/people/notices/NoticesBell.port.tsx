import { ActionIcon, Text } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useNow } from '../../../platform/format/use-now.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Dropdown } from '../../../ui/Dropdown.tsx'
import { bellList, bellWords, unreadOf, useNotices } from './use-notices.ts'
import { NoticeItem } from './NoticeItem.tsx'
import classes from './Notices.module.css'
import { Row, Stack } from '../../../ui/layout.tsx'

type NoticesBellProps = {
  className?: string | undefined
  /** Below the notices, in the popup. */
  children?: ReactNode
}

/** For the desktop's header: how many notices are unread, and a list of the newest. */
export function NoticesBell({ className, children }: NoticesBellProps) {
  const { userId } = useSignedInUser()
  const notices = useNotices(userId)
  const unread = unreadOf(notices ?? []).length
  return (
    <Dropdown
      kind="dialog"
      label="Notices"
      align="end"
      width={340}
      renderButton={(button) => (
        <ActionIcon
          {...button}
          variant="subtle"
          color="gray"
          size={32}
          className={[classes.bell, className].filter(Boolean).join(' ')}
          aria-label={bellWords(unread)}
          title={bellWords(unread)}
        >
          <IconBell size={19} stroke={1.7} aria-hidden />
          {unread > 0 && (
            <span className={classes.count} aria-hidden>
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </ActionIcon>
      )}
      renderContent={() => (
        <Stack gap={16}>
          <BellList userId={userId} notices={notices} />
          {children}
        </Stack>
      )}
    />
  )
}

function BellList({ userId, notices }: { userId: number; notices: ReturnType<typeof useNotices> }) {
  const now = useNow()
  const shown = bellList(notices ?? [])
  return (
    <Stack gap={12} className={classes.popup}>
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
