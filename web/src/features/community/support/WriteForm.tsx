import { Button, Text, Textarea } from '@mantine/core'
import { SUPPORT_TEXT_LENGTH, trimmed, type SupportTicket } from '@tenfour/contract'
import { useState, type KeyboardEvent } from 'react'
import { z } from 'zod'
import { useLeaveQuestion } from '../../../platform/leave/useLeaveQuestion.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { refreshTicket, writeMessage, type Side } from './support.queries.ts'
import classes from './Ticket.module.css'
import { Row } from '../../../ui/layout.tsx'

const Form = z.object({ text: trimmed(SUPPORT_TEXT_LENGTH).min(1, 'Write something') })
const LEAVE = { title: 'Leave without sending?', body: 'What you have written is lost.', confirmLabel: 'Leave', danger: true }

/** Posts into the thread under one's own name. */
export function WriteForm({ side, ticket: { ticketId, threadUrl } }: { side: Side; ticket: SupportTicket }) {
  const form = useZodForm(Form, { text: '' })
  const [isSent, setSent] = useState(false)
  useLeaveQuestion(form.getValues().text.trim() === '' ? 0 : 1, LEAVE)
  if (threadUrl === null) return <p className={classes.note}>You can write here once the thread is open in Discord.</p>
  const save = async ({ text }: { text: string }) => {
    await writeMessage(side, ticketId, text)
    form.reset()
    setSent(true)
    await refreshTicket(ticketId)
  }
  const submitFromText = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  return (
    <form className={classes.write} noValidate onSubmit={form.submit(save)}>
      <FormError error={form.failure} />
      <Textarea
        aria-label="Message"
        placeholder="Write in the thread"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={SUPPORT_TEXT_LENGTH}
        onKeyDown={submitFromText}
        {...form.getInputProps('text')}
      />
      <Row gap="8px 16px" justify="space-between">
        <Text span c="dimmed" size="xs">
          Posted in Discord under your name. Ctrl+Enter sends it.
        </Text>
        <output className="visually-hidden">{isSent ? 'Sent' : ''}</output>
        {/* Not disabled while sending: it would lose the focus. */}
        <Button type="submit" size="xs" aria-busy={form.submitting || undefined}>
          Send
        </Button>
      </Row>
    </form>
  )
}
