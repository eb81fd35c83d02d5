import { Button } from '@mantine/core'
import type { SupportMessage } from '@tenfour/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { dateTime, timeSince } from '../../../platform/format/dates.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { CardError, CardLoading } from '../../../ui/CardStates.tsx'
import { LinkedText } from '../../../ui/LinkedText.tsx'
import { attachmentWords } from './support.labels.ts'
import { messagesQuery, type Side } from './support.queries.ts'
import classes from './Ticket.module.css'

/** The messages of a ticket, oldest first; earlier pages on request. */
export function Transcript({ side, ticketId }: { side: Side; ticketId: number }) {
  const now = useNow()
  const list = useRef<HTMLOListElement>(null)
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = useInfiniteQuery(
    messagesQuery(side, ticketId),
  )
  if (!data) return isError ? <CardError what="The messages" onRetry={refetch} /> : <CardLoading rows={5} />
  const messages = data.pages.toReversed().flatMap(({ items }) => items)
  const loadEarlier = async () => {
    const { hasNextPage: hasMore } = await fetchNextPage()
    // The button goes with the last page.
    if (!hasMore) list.current?.focus()
  }
  return (
    <>
      {hasNextPage && (
        <p className={classes.earlier}>
          {isFetchNextPageError && <span role="alert">Earlier messages could not be loaded.</span>}
          {/* One button for both, so that the focus stays on it. */}
          <Button
            variant="default"
            size="compact-sm"
            aria-busy={isFetchingNextPage || undefined}
            onClick={isFetchingNextPage ? undefined : () => void loadEarlier()}
          >
            {isFetchNextPageError ? 'Try again' : 'Show earlier messages'}
          </Button>
        </p>
      )}
      <ol ref={list} tabIndex={-1} className={classes.messages} aria-label="Messages">
        {messages.map((message) => (
          <Message key={message.messageId} message={message} now={now} />
        ))}
      </ol>
    </>
  )
}

function Message({ message, now }: { message: SupportMessage; now: Date }) {
  const { name, from, text, at, editedAt, deletedAt, problem } = message
  const attachments = attachmentWords(message)
  return (
    <li className={classes.message} data-from={from}>
      <p className={classes.author}>
        <strong>{name}</strong>
        <time dateTime={at} title={dateTime(at)}>
          {timeSince(at, now)}
        </time>
        {editedAt !== null && deletedAt === null && <span title={dateTime(editedAt)}>edited</span>}
      </p>
      {deletedAt !== null ? (
        <p className={classes.note}>Deleted in Discord</p>
      ) : (
        text !== '' && (
          <p className={classes.words}>
            <LinkedText text={text} />
          </p>
        )
      )}
      {attachments !== '' && <p className={classes.note}>{attachments}</p>}
      {problem !== '' && <p className={classes.problem}>Not in Discord: {problem}</p>}
    </li>
  )
}
