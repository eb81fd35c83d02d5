import { ActionIcon, Button, Textarea } from '@mantine/core'
import { createDispatchNote, deleteDispatchNote, updateDispatchNote, type DispatchNote } from '@tenfour/contract'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState, type KeyboardEvent } from 'react'
import { ApiError } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/client.ts'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'
import { truncate } from '../../../platform/format/text.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { LinkedText } from '../../../ui/LinkedText.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { concurrentChange } from './use-notes.ts'

export function NoteItem({ note }: { note: DispatchNote }) {
  const [base, setBase] = useState<DispatchNote | null>(null)
  if (base) return <NoteEditor base={base} now={note} onBase={setBase} onClose={() => setBase(null)} />
  return <NoteText note={note} onEdit={() => setBase(note)} />
}

function NoteText({ note, onEdit }: { note: DispatchNote; onEdit: () => void }) {
  const now = useNow()
  const remove = async () => {
    const isSure = await confirm({
      title: 'Delete this note?',
      subject: truncate(note.text, 120),
      body: 'It is gone for every dispatcher.',
      confirmLabel: 'Delete',
      danger: true,
    })
    if (!isSure) return
    await call(deleteDispatchNote, { params: { noteId: note.noteId }, query: { version: note.version } }).catch(reportError)
  }
  const isEdited = note.version > 1
  return (
    <Stack as="li" gap={6} className="box">
      <p className="written">
        <LinkedText text={note.text} />
      </p>
      <Row justify="space-between" nowrap className="muted tiny">
        <span title={dateTime(note.updatedAt)}>
          {note.author.name}, {relativeTime(note.updatedAt, now)}
          {isEdited && ', edited'}
        </span>
        <Row as="span" gap={6} nowrap>
          <ActionIcon variant="subtle" size={28} aria-label="Edit the note" onClick={onEdit}>
            <IconPencil size={15} stroke={1.7} />
          </ActionIcon>
          <ActionIcon variant="subtle" size={28} aria-label="Delete the note" onClick={() => void remove()}>
            <IconTrash size={15} stroke={1.7} />
          </ActionIcon>
        </Row>
      </Row>
    </Stack>
  )
}

type NoteEditorProps = { base: DispatchNote; now: DispatchNote; onBase: (note: DispatchNote) => void; onClose: () => void }

function NoteEditor({ base, now, onBase, onClose }: NoteEditorProps) {
  const [text, setText] = useState(base.text)
  const [isSaving, setSaving] = useState(false)
  const [isGone, setGone] = useState(false)
  const other = isGone ? ({ kind: 'deleted' } as const) : concurrentChange(base, now)
  const save = async () => {
    if (text.trim() === '' || isSaving) return
    setSaving(true)
    try {
      // Saving despite the conflict: mine replaces their version, or is created anew if they deleted it.
      if (other?.kind === 'deleted') await call(createDispatchNote, { params: { serverId: base.serverId }, body: { text } })
      else await call(updateDispatchNote, { params: { noteId: base.noteId }, body: { text, version: other?.by.version ?? base.version } })
      onClose()
    } catch (error) {
      // The other version arrives through the room and is shown above the text.
      if (error instanceof ApiError && error.code === 'not_found') setGone(true)
      else if (!(error instanceof ApiError && error.code === 'conflict')) reportError(error)
    } finally {
      setSaving(false)
    }
  }
  return (
    <Stack as="li" gap={6} className="box">
      {other?.kind === 'deleted' && (
        <Banner tone="warning" announce title="Someone deleted this note in the meantime.">
          Saving adds it again.
        </Banner>
      )}
      {other?.kind === 'changed' && (
        <Banner
          tone="warning"
          announce
          title="This note was changed in the meantime."
          action={
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                setText(other.by.text)
                onBase(other.by)
              }}
            >
              Use theirs
            </Button>
          }
        >
          It reads “{truncate(other.by.text, 120)}” now. Saving replaces it with yours.
        </Banner>
      )}
      <Textarea
        aria-label="Note"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={TEXT_LIMIT}
        size="xs"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the button that opened it
        autoFocus
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
          else onSendKey(save)(event)
        }}
      />
      <Row gap={6}>
        <Button size="xs" loading={isSaving} disabled={text.trim() === ''} onClick={() => void save()}>
          {other ? (other.kind === 'deleted' ? 'Add anew' : 'Replace theirs') : 'Save'}
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          Cancel
        </Button>
      </Row>
    </Stack>
  )
}

export const TEXT_LIMIT = 2000

/** Enter sends, Shift+Enter begins a new line. */
export const onSendKey = (send: () => Promise<void>) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
  event.preventDefault()
  void send()
}
