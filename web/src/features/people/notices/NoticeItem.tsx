import type { Notice } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'
import { markRead } from './use-notices.ts'
import classes from './Notices.module.css'
import { classNames, Row } from '../../../ui/layout.tsx'
import { SHORT_TEXT } from '../../../ui/use-show-all.tsx'

type NoticeItemProps = { notice: Notice; userId: number; now: Date }

/** Following its link is reading it. */
export function NoticeItem({ notice, userId, now }: NoticeItemProps) {
  const { title, text, path, createdAt, readAt } = notice
  const read = () => void markRead(userId, [notice])
  return (
    <article className={classes.item} data-unread={readAt === null || undefined}>
      <Row gap="2px 12px" align="baseline">
        <h3 className={classes.title}>
          {readAt === null && <span className="visually-hidden">Unread: </span>}
          {path === null ? (
            title
          ) : (
            <Link to={path} onClick={readAt === null ? read : undefined}>
              {title}
            </Link>
          )}
        </h3>
        <time className={classes.when} dateTime={createdAt} title={dateTime(createdAt)}>
          {relativeTime(createdAt, now)}
        </time>
        {readAt === null && (
          <button
            type="button"
            className={classes.read}
            onClick={({ currentTarget }) => {
              focusNext(currentTarget)
              read()
            }}
          >
            Mark as read<span className="visually-hidden">: {title}</span>
          </button>
        )}
      </Row>
      {text && <p className={classNames(classes.text, SHORT_TEXT)}>{text}</p>}
    </article>
  )
}

/** The button goes with what it was pressed for, so the focus moves on: to the next one, or else to the list's popup or the page. */
function focusNext(button: HTMLButtonElement): void {
  const buttons = [...(button.closest('ul')?.querySelectorAll('button') ?? [])]
  const at = buttons.indexOf(button)
  const next = buttons[at + 1] ?? buttons[at - 1] ?? button.closest<HTMLElement>('[role="dialog"]') ?? document.getElementById('main')
  next?.focus()
}
