import { Textarea } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import { localStore } from '../../../../platform/storage/storage.ts'
import { useBoardActions } from '../../board/board.port.ts'
import { loadLogDraft, saveLogDraft } from './log-drafts.ts'

const MAX_LENGTH = 2000

/** Adds to a call's log. Unsent text survives closing the panel and reloading the page. */
export function LogComposer({ callId, userId }: { callId: number; userId: number }) {
  const actions = useBoardActions()
  const [text, setText] = useState(() => loadLogDraft(localStore, userId, callId))
  const [isSending, setIsSending] = useState(false)
  const write = (next: string) => {
    setText(next)
    saveLogDraft(localStore, userId, callId, next)
  }
  const send = async () => {
    if (isSending || text.trim() === '') return
    setIsSending(true)
    if (await actions.addLog(callId, text.trim())) write('')
    setIsSending(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    void send()
  }
  return (
    <Textarea
      size="xs"
      aria-label="Add to the log"
      placeholder="Add to the log…"
      autosize
      minRows={1}
      maxRows={6}
      maxLength={MAX_LENGTH}
      readOnly={isSending}
      value={text}
      onChange={(event) => write(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  )
}
