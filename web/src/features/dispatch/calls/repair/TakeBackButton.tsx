import { TAKE_BACK_SECONDS, type TakeBackKind } from '@tenfour/contract'
import { useState } from 'react'
import { useClock } from '../../../../platform/format/clock.ts'
import { focusPanel } from '../../../../panels/selection.ts'
import { takeBackEntry } from './repair.ts'
import classes from './TakeBackButton.module.css'

const WHAT: Readonly<Record<TakeBackKind, string>> = { clear: 'the clear', assign: 'sending', merge: 'the merge' }

type TakeBackButtonProps = { callId: number; callLogId: number; at: string; kind: TakeBackKind }

/** Beside a log entry, for as long as its action can be taken back. */
export function TakeBackButton({ callId, callLogId, at, kind }: TakeBackButtonProps) {
  const [isSending, setIsSending] = useState(false)
  const until = Date.parse(at) + TAKE_BACK_SECONDS * 1000
  const isOffered = useClock((now) => now < until)
  if (!isOffered) return null
  const send = async () => {
    if (isSending) return
    setIsSending(true)
    const isDone = await takeBackEntry(callId, callLogId)
    setIsSending(false)
    // The button is about to go.
    if (isDone) focusPanel('call')
  }
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={`Take back ${WHAT[kind]}`}
      aria-disabled={isSending}
      onClick={() => void send()}
    >
      Take back
    </button>
  )
}
