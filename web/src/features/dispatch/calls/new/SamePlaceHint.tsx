import { Button } from '@mantine/core'
import { useState } from 'react'
import { PriorityBadge } from '../../../../ui/PriorityBadge.tsx'
import { openPanel, selectCall, focusCall } from '../../../../panels/selection.ts'
import { useBoard, useBoardActions } from '../../board/board.port.ts'
import { CallAge } from '../CallAge.tsx'
import { callsAtSamePlace } from '../duplicates.ts'
import { classNames, Row, Stack } from '../../../../ui/layout.tsx'
import classes from './NewCall.module.css'

type SamePlaceHintProps = {
  location: string
  postal: string
  /** The text that would be added to the log of the other call. */
  text: string
  /** The text was added there. */
  onAdded: () => void
}

const SHOWN = 3

/** Open calls at the location being typed: the new call may be a duplicate. */
export function SamePlaceHint({ location, postal, text, onAdded }: SamePlaceHintProps) {
  const actions = useBoardActions()
  const same = useBoard((state) => callsAtSamePlace({ location, postal }, state.calls.values()))
  const [isSending, setIsSending] = useState(false)
  if (same.length === 0) return null
  const show = (callId: number) => {
    selectCall(callId)
    openPanel('call')
  }
  const add = async (callId: number) => {
    setIsSending(true)
    const isAdded = await actions.addLog(callId, text)
    setIsSending(false)
    if (!isAdded) return
    onAdded()
    focusCall(callId)
  }
  return (
    <Stack gap={4} className={classNames('box', classes.same)} data-tone="warning">
      <p className="flush">A call is already open at this place. Is it the same one?</p>
      <Stack as="ul" gap={0}>
        {same.slice(0, SHOWN).map((call) => (
          <Row as="li" key={call.callId} gap="4px 8px">
            <PriorityBadge priority={call.priority} />
            <button
              type="button"
              className={classNames('bare-button truncated', classes.wide, classes.sameCall)}
              onClick={() => show(call.callId)}
            >
              <span className="mono">{call.callId}</span> {call.title}
            </button>
            <CallAge call={call} />
            <Button size="compact-xs" variant="default" disabled={isSending} onClick={() => void add(call.callId)}>
              Add to the log of {call.callId} instead
            </Button>
          </Row>
        ))}
      </Stack>
    </Stack>
  )
}
