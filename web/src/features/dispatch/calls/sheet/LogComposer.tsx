import { Button, Textarea } from '@mantine/core'
import { useRef, useState, type KeyboardEvent } from 'react'
import { localStore, type KeyValueStore } from '../../../../platform/storage/storage.ts'
import { useBoardActions } from '../../board/board.port.ts'
import { focusCalls } from '../../../../panels/selection.ts'
import { z } from 'zod'

const MAX_LENGTH = 2000

/** Adds to a call's log. Unsent text survives closing the panel and reloading the page. */
export function LogComposer({ callId, userId }: { callId: number; userId: number }) {
  const actions = useBoardActions()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => loadLogDraft(localStore, userId, callId))
  const [isSending, setIsSending] = useState(false)
  const write = (next: string) => {
    setText(next)
    saveLogDraft(localStore, userId, callId, next)
  }
  const send = async () => {
    field.current?.focus()
    if (isSending || text.trim() === '') return
    setIsSending(true)
    const isAdded = await actions.addLog(callId, text.trim())
    setIsSending(false)
    // Text typed while the entry was being sent becomes the next entry.
    const now = field.current?.value ?? text
    if (isAdded) write(now.startsWith(text) ? now.slice(text.length).trimStart() : now)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') focusCalls()
    else if (event.key === 'Enter' && !event.shiftKey) void send()
    else return
    event.preventDefault()
  }
  return (
    <>
      <Textarea
        ref={field}
        className="grow"
        size="xs"
        aria-label="Add to the log"
        placeholder="Add to the log…"
        autosize
        minRows={1}
        maxRows={6}
        maxLength={MAX_LENGTH}
        data-panel-focus
        value={text}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button size="xs" variant="default" disabled={text.trim() === ''} onClick={() => void send()}>
        Add
      </Button>
    </>
  )
}

const Drafts = z.array(z.object({ callId: z.int(), text: z.string() }))
/** Only the most recent drafts are kept. */
const MAX_DRAFTS = 30
const keyFor = (userId: number): string => `callLog.v1.${userId}`

function readAll(store: KeyValueStore, userId: number): z.infer<typeof Drafts> {
  try {
    return Drafts.safeParse(JSON.parse(store.getItem(keyFor(userId)) ?? '[]')).data ?? []
  } catch {
    return []
  }
}

/** Unsent text for a call's log. */
export const loadLogDraft = (store: KeyValueStore, userId: number, callId: number): string =>
  readAll(store, userId).find((each) => each.callId === callId)?.text ?? ''

export function saveLogDraft(store: KeyValueStore, userId: number, callId: number, text: string): void {
  const others = readAll(store, userId).filter((each) => each.callId !== callId)
  const all = text === '' ? others : [...others, { callId, text }].slice(-MAX_DRAFTS)
  if (all.length === 0) store.removeItem(keyFor(userId))
  else store.setItem(keyFor(userId), JSON.stringify(all))
}
