import { Skeleton } from '@mantine/core'
import { type CallDetail, type TakeBackKind, TAKE_BACK_SECONDS } from '@tenfour/contract'
import { useMemo, useState } from 'react'
import { dateTime } from '../../../../platform/format/dates.ts'
import { useIsPortalAway } from '../../../../platform/realtime/connection.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { useBoard, useMayDispatch } from '../../board/board.port.ts'
import { classNames, Stack } from '../../../../ui/layout.tsx'
import classes from './CallSheet.module.css'
import { logLines } from './log-lines.ts'
import { useClock } from '../../../../platform/format/clock.ts'
import { focusPanel } from '../../../../panels/selection.ts'
import { takeBackEntry } from '../repair.ts'

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })

/** The call's log, newest first. */
export function CallLog({ detail }: { detail: CallDetail | null }) {
  const isAway = useIsPortalAway()
  const { userId } = useSignedInUser()
  const mayDispatch = useMayDispatch()
  const authors = useMemo(() => [...new Set(detail?.log.flatMap(({ author }) => author?.userId ?? []))], [detail?.log])
  const signs = useBoard((state) => authors.map((userId) => state.units.get(userId)?.identifier ?? ''))
  const lines = useMemo(() => {
    const known = authors.flatMap((userId, at): [number, string][] => (signs[at] ? [[userId, signs[at]]] : []))
    return detail ? logLines(detail.log, { units: detail.units, signs: new Map(known) }) : null
  }, [detail, authors, signs])
  if (!lines && isAway) return <p className="muted flush">Portal unreachable. Reloads automatically.</p>
  if (!lines) {
    return (
      <Stack gap={10} aria-busy="true">
        <output className="visually-hidden">Loading the log…</output>
        {[82, 64, 72].map((width) => (
          <Skeleton key={width} height={11} width={`${width}%`} />
        ))}
      </Stack>
    )
  }
  return (
    <Stack as="ol" gap={6} className={classes.log} aria-label="Log, newest first">
      {lines.map(({ callLogId, at, kind, lead, text, by, authorId, isLate, takeBack }) => (
        <li key={callLogId} data-kind={kind}>
          <time className={classes.logTime} dateTime={at} title={dateTime(at)}>
            {time.format(new Date(at))}
          </time>
          <span className={classes.logText}>
            {lead && <b>{lead} </b>}
            {text}
            {by && <span className="faint"> · {by}</span>}
            {isLate && <span className="amber"> · added after clearing</span>}
            {detail && takeBack && isUseful(takeBack, detail) && (mayDispatch || authorId === userId) && (
              <TakeBackButton callId={detail.callId} callLogId={callLogId} at={at} kind={takeBack} />
            )}
          </span>
        </li>
      ))}
    </Stack>
  )
}

/** Whether the action can be undone in the current state of the call: a clear while it is cleared, others while it is open. */
const isUseful = (takeBack: TakeBackKind, { status }: CallDetail): boolean => (takeBack === 'clear') === (status === 'cleared')

const WHAT: Readonly<Record<TakeBackKind, string>> = { clear: 'the clear', assign: 'the dispatch', merge: 'the merge' }

type TakeBackButtonProps = { callId: number; callLogId: number; at: string; kind: TakeBackKind }

/** Beside a log entry, for as long as its action can be undone. */
function TakeBackButton({ callId, callLogId, at, kind }: TakeBackButtonProps) {
  const [isSending, setIsSending] = useState(false)
  const until = Date.parse(at) + TAKE_BACK_SECONDS * 1000
  const isOffered = useClock((now) => now < until)
  if (!isOffered) return null
  const send = async () => {
    if (isSending) return
    setIsSending(true)
    const isDone = await takeBackEntry(callId, callLogId)
    setIsSending(false)
    // The button is about to disappear.
    if (isDone) focusPanel('call')
  }
  return (
    <button
      type="button"
      className={classNames('quiet-button', classes.takeBack)}
      aria-label={`Undo ${WHAT[kind]}`}
      aria-disabled={isSending}
      onClick={() => void send()}
    >
      Undo
    </button>
  )
}
