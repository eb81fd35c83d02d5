import { Button, Textarea } from '@mantine/core'
import { accessSubject, addNote, admin, deleteNote, isAllowed, type Member, type StaffNote } from '@tenfour/contract'
import { z } from 'zod'
import { call } from '../../../platform/api/client.ts'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardNote } from '../../../ui/CardStates.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { LinkedText } from '../../../ui/LinkedText.tsx'
import classes from './MemberPage.module.css'
import { refreshMembers } from './members.queries.ts'
import { Stack } from '../../../ui/layout.tsx'

const Note = z.object({ text: z.string().trim().min(1, 'Enter a note').max(2000, 'At most 2,000 characters') })

export function StaffNotesCard({ member, now }: { member: Member; now: Date }) {
  const user = useSignedInUser()
  const isAdmin = isAllowed(admin, accessSubject(user))
  return (
    <Card title="Staff notes" aside={member.notes.length || undefined}>
      <Stack gap={12}>
        <NoteForm userId={member.userId} />
        {member.notes.length === 0 && <CardNote>No notes yet. Only staff see them, never the member.</CardNote>}
        {member.notes.length > 0 && (
          <Stack as="ul" gap={0} className={classes.entries}>
            {member.notes.map((note) => (
              <li key={note.noteId}>
                <p className={classes.words}>
                  <LinkedText text={note.text} />
                </p>
                <p className={classes.by}>
                  {note.author.name}, <span title={dateTime(note.createdAt)}>{relativeTime(note.createdAt, now)}</span>
                  {(isAdmin || note.author.userId === user.userId) && (
                    <Button variant="subtle" color="danger" size="compact-xs" onClick={() => void askToDelete(member.userId, note)}>
                      Delete<span className="visually-hidden"> the note of {note.author.name}</span>
                    </Button>
                  )}
                </p>
              </li>
            ))}
          </Stack>
        )}
      </Stack>
    </Card>
  )
}

function NoteForm({ userId }: { userId: number }) {
  const form = useZodForm(Note, { text: '' })
  const add = async ({ text }: z.infer<typeof Note>) => {
    await call(addNote, { params: { userId }, body: { text } })
    form.reset()
    await refreshMembers()
  }
  return (
    <Stack as="form" gap={12} noValidate onSubmit={form.submit(add)}>
      <FormError error={form.failure} />
      <Textarea label="New note" autosize minRows={2} maxRows={10} {...form.getInputProps('text')} />
      <div>
        <Button type="submit" variant="default" loading={form.submitting}>
          Add note
        </Button>
      </div>
    </Stack>
  )
}

async function askToDelete(userId: number, { noteId, text }: StaffNote): Promise<void> {
  const subject = text.length > 120 ? `${text.slice(0, 120)}…` : text
  const isSure = await confirm({ title: 'Delete this note?', subject, confirmLabel: 'Delete note', danger: true })
  if (!isSure) return
  try {
    await call(deleteNote, { params: { userId, noteId } })
  } catch (error) {
    reportError(error)
  }
  await refreshMembers()
}
