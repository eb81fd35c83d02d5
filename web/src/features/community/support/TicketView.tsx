import { Button, Text } from '@mantine/core'
import { SUPPORT_MESSAGES, TRANSCRIPT_INCOMPLETE, type SupportTicket } from '@tenfour/contract'
import { IconBrandDiscord, IconTicketOff } from '@tabler/icons-react'
import { useRef, useState, type ReactNode } from 'react'
import { ApiError } from '../../../platform/api/api-error.ts'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Empty, PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { CloseDialog } from './CloseDialog.tsx'
import { closedWords, openerName, ticketNumber, ticketState } from './support.labels.ts'
import type { Side } from './support.queries.ts'
import classes from './Ticket.module.css'
import { Transcript } from './Transcript.tsx'
import { WriteForm } from './WriteForm.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'

type TicketViewProps = { side: Side; ticket: SupportTicket; /** Further actions of staff. */ actions?: ReactNode }

/** A ticket with what was written in it. */
export function TicketView({ side, ticket, actions }: TicketViewProps) {
  const { userId } = useSignedInUser()
  const now = useNow()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isClosing, setClosing] = useState(false)
  const { ticketId, subject, opener, openedAt, closed, threadUrl, problem, messageCount } = ticket
  const { words, tone } = ticketState(ticket, userId)
  const isIncomplete = problem.startsWith(TRANSCRIPT_INCOMPLETE)
  return (
    <Stack gap={12}>
      <Row as="header">
        <h2 ref={heading} tabIndex={-1} className={classes.title}>
          <span className="mono">{ticketNumber(ticketId)}</span> {subject}
        </h2>
        <StatusBadge tone={tone} variant="soft">
          {words}
        </StatusBadge>
        <span className={classes.acts}>
          {threadUrl !== null && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconBrandDiscord size={15} aria-hidden />}
              component="a"
              href={threadUrl}
              target="_blank"
              rel="noopener noreferrer"
            >
              Open in Discord
            </Button>
          )}
          {actions}
          {ticket.state === 'open' && (
            <Button size="xs" variant="default" onClick={() => setClosing(true)}>
              Close ticket
            </Button>
          )}
        </span>
      </Row>
      <Text c="dimmed" size="sm" className="anywhere">
        {side === 'staff' && (
          <>
            Opened by {openerName(ticket)}
            {opener.member ? ` (${opener.name} in Discord)` : ', who has no linked account'},{' '}
          </>
        )}
        <span title={dateTime(openedAt)}>
          {side === 'staff' ? '' : 'Opened '}
          {relativeTime(openedAt, now)}
        </span>
      </Text>
      {closed && (
        <Banner tone="info" title={closedWords(closed)}>
          {dateTime(closed.at)}
        </Banner>
      )}
      {isIncomplete ? (
        <Banner tone="warning" title="The transcript may be incomplete.">
          {side === 'staff' && problem.slice(TRANSCRIPT_INCOMPLETE.length)}
        </Banner>
      ) : (
        problem !== '' &&
        !closed && (
          <Banner tone="warning" title="The thread has a problem:">
            {problem}
          </Banner>
        )
      )}
      <Card>
        <Transcript side={side} ticketId={ticketId} />
        {messageCount >= SUPPORT_MESSAGES && (
          <p className={classes.note}>
            {SUPPORT_MESSAGES.toLocaleString('en')} messages are kept of a ticket. Later ones are in Discord alone.
          </p>
        )}
        {ticket.state === 'open' && <WriteForm side={side} ticket={ticket} />}
      </Card>
      {isClosing && (
        <CloseDialog
          side={side}
          ticket={ticket}
          onClose={() => setClosing(false)}
          onDone={() => setTimeout(() => heading.current?.focus())}
        />
      )}
    </Stack>
  )
}

export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

type NoTicketProps = {
  error: unknown
  onRetry: () => unknown
  /** The heading of the text shown if there is no such ticket. */
  title: string
  text: string
}

/** In place of a ticket that is still loading, could not be loaded or is gone. */
export const NoTicket = ({ error, onRetry, title, text }: NoTicketProps) => (
  <Card>
    {isGone(error) ? (
      <Empty icon={<IconTicketOff size={28} stroke={1.6} />} title={title} text={text} />
    ) : error ? (
      <PageError error={error} onRetry={onRetry} />
    ) : (
      <PageLoading label="Loading the ticket" />
    )}
  </Card>
)
