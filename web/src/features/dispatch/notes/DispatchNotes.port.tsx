import { Button, Skeleton, Textarea } from '@mantine/core'
import { createDispatchNote, DISPATCH_NOTES_LIMIT } from '@tenfour/contract'
import { useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { localStore } from '../../../platform/storage/storage.ts'
import { CardNote } from '../../../ui/CardStates.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { NoteItem, onSendKey, TEXT_LIMIT } from './NoteItem.tsx'
import { useNotes } from './use-notes.ts'

/** Notes the dispatchers of a server share with each other and with the next shift. */
export function DispatchNotes({ serverId }: { serverId: number }) {
  const notes = useNotes(serverId)
  return (
    <Stack gap={10}>
      <NewNote serverId={serverId} isFull={(notes?.length ?? 0) >= DISPATCH_NOTES_LIMIT} />
      {notes === undefined ? (
        <Stack gap={10} aria-busy="true">
          <Skeleton height={12} width="80%" />
          <Skeleton height={12} width="60%" />
        </Stack>
      ) : notes.length === 0 ? (
        <CardNote>No notes yet. Leave notes for the next dispatcher.</CardNote>
      ) : (
        <Stack as="ul" gap={8} aria-label="Notes">
          {notes.map((note) => (
            <NoteItem key={note.noteId} note={note} />
          ))}
        </Stack>
      )}
    </Stack>
  )
}

/** Unsent text survives switching panels and reloading. */
function NewNote({ serverId, isFull }: { serverId: number; isFull: boolean }) {
  const key = `note.${serverId}`
  const [text, setText] = useState(() => localStore.getItem(key) ?? '')
  const [isSending, setSending] = useState(false)
  const type = (next: string) => {
    setText(next)
    if (next) localStore.setItem(key, next)
    else localStore.removeItem(key)
  }
  const send = async () => {
    if (text.trim() === '' || isSending) return
    setSending(true)
    try {
      await call(createDispatchNote, { params: { serverId }, body: { text } })
      type('')
    } catch (error) {
      reportError(error)
    } finally {
      setSending(false)
    }
  }
  return (
    <Row
      as="form"
      align="start"
      nowrap
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Textarea
        className="grow"
        aria-label="New note"
        placeholder={isFull ? `There are ${DISPATCH_NOTES_LIMIT} notes; delete one first` : 'Write a note for all dispatchers…'}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={TEXT_LIMIT}
        size="xs"
        disabled={isFull}
        value={text}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={onSendKey(send)}
      />
      {text.trim() !== '' && (
        <Button type="submit" size="xs" loading={isSending}>
          Add
        </Button>
      )}
    </Row>
  )
}
