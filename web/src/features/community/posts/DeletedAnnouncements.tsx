import { Button, Text } from '@mantine/core'
import type { DeletedAnnouncement } from '@tenfour/contract'
import { useRef } from 'react'
import { notify } from '../../../platform/notify/notify.ts'
import { errorInfo } from '../../../ui/error-info.ts'
import { keepFocus } from '../../../ui/keep-focus.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import classes from './Posts.module.css'
import { refreshTexts, sendAnnouncement } from './posts.queries.ts'
import { Row } from '../../../ui/layout.tsx'

/** Runs the action of a button in a list. A failure is reported, and the list is loaded again either way. */
export async function actOnTexts(list: HTMLElement | null, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    notify.error(errorInfo(error).message)
  }
  await refreshTexts()
  keepFocus(list)
}

type Props = { announcements: readonly DeletedAnnouncement[]; mayWrite: boolean }

/** Announcements that someone deleted in a channel; on the portal they are still there. */
export function DeletedAnnouncements({ announcements, mayWrite }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const sendAgain = (announcement: DeletedAnnouncement) =>
    actOnTexts(list.current, async () => {
      await sendAnnouncement(announcement)
      notify.success('The announcement is sent again')
    })
  if (announcements.length === 0) return null
  return (
    <ul ref={list} className={classes.list} aria-label="Announcements deleted in Discord" tabIndex={-1}>
      {announcements.map((announcement) => (
        <li key={`${announcement.announcementId} ${announcement.channelId}`} className={classes.message}>
          <Row gap="4px 12px">
            <Text span inherit fw={600}>
              #{announcement.channel}
            </Text>
            <span className={classes.meta}>Announcement: {announcement.title}</span>
            <StatusBadge tone="warning">Deleted in Discord</StatusBadge>
            {mayWrite && (
              <Row as="span" gap={4} nowrap>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`Send ${announcement.title} again to #${announcement.channel}`}
                  onClick={() => void sendAgain(announcement)}
                >
                  Send again
                </Button>
              </Row>
            )}
          </Row>
        </li>
      ))}
    </ul>
  )
}
