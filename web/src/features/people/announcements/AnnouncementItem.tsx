import { ActionIcon } from '@mantine/core'
import type { Announcement } from '@tenfour/contract'
import { IconX } from '@tabler/icons-react'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'
import { LinkedText } from '../../../ui/LinkedText.tsx'
import classes from './Announcements.module.css'
import { classNames, Row } from '../../../ui/layout.tsx'
import { SHORT_TEXT } from '../../../ui/use-show-all.tsx'

type AnnouncementItemProps = {
  announcement: Pick<Announcement, 'title' | 'body' | 'createdAt'> & {
    department: { readonly name: string } | null
    author?: { name: string }
  }
  now: Date
  onDismiss?: () => void
}

export function AnnouncementItem({ announcement: { title, body, department, author, createdAt }, now, onDismiss }: AnnouncementItemProps) {
  return (
    <article>
      <Row as="header" gap={10} align="stretch" nowrap>
        <Row gap="2px 10px" grow>
          <h3 className={classes.title}>{title}</h3>
          <span className={classes.tag}>{department?.name ?? 'All departments'}</span>
          <span className={classes.when}>
            {author && `${author.name}, `}
            <time dateTime={createdAt} title={dateTime(createdAt)}>
              {relativeTime(createdAt, now)}
            </time>
          </span>
        </Row>
        {onDismiss && (
          <ActionIcon
            className={classes.dismiss}
            variant="subtle"
            color="gray"
            size={24}
            aria-label={`Dismiss ${title}`}
            title="Dismiss"
            onClick={onDismiss}
          >
            <IconX size={16} stroke={1.8} aria-hidden />
          </ActionIcon>
        )}
      </Row>
      <p className={classNames(classes.body, SHORT_TEXT)}>
        <LinkedText text={body} />
      </p>
    </article>
  )
}
