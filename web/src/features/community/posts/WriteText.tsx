import { Button, NativeSelect, Textarea } from '@mantine/core'
import { DISCORD_TEXT_MAX, Snowflake, trimmed, type DiscordTarget } from '@tenfour/contract'
import { useId } from 'react'
import { z } from 'zod'
import { useLeaveQuestion } from '../../../platform/leave/useLeaveQuestion.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import layout from '../../../ui/FormLayout.module.css'
import classes from './Posts.module.css'
import { refreshTexts, sendText } from './posts.queries.ts'
import { LEAVE_UNSENT, targetOptions } from './post.labels.ts'
import { Row } from '../../../ui/layout.tsx'

const Form = z.object({
  channelId: Snowflake,
  text: trimmed(DISCORD_TEXT_MAX, 'A message in Discord has at most 2,000 characters').min(1, 'Enter a message'),
})

export function WriteText({ channels }: { channels: readonly DiscordTarget[] }) {
  const form = useZodForm(Form, { channelId: channels[0]?.channelId ?? '', text: '' })
  const fieldId = useId()
  const { text } = form.getValues()
  useLeaveQuestion(text.trim() === '' ? 0 : 1, LEAVE_UNSENT)
  const send = async (values: z.output<typeof Form>) => {
    await sendText(values.channelId, values.text)
    form.setFieldValue('text', '')
    document.getElementById(fieldId)?.focus()
    await refreshTexts()
  }
  return (
    <form className={layout.form} noValidate onSubmit={form.submit(send)}>
      <FormError error={form.failure} />
      <NativeSelect label="Channel" data={targetOptions(channels)} {...form.getInputProps('channelId')} />
      <Textarea
        id={fieldId}
        label="Message"
        description="Discord’s formatting works. Nobody is pinged by it."
        autosize
        minRows={3}
        maxRows={12}
        {...form.getInputProps('text')}
      />
      <Row justify="end">
        <Count length={text.trim().length} />
        <Button type="submit" loading={form.submitting}>
          Send
        </Button>
      </Row>
    </form>
  )
}

export const Count = ({ length, max = DISCORD_TEXT_MAX }: { length: number; max?: number }) => (
  <span className={classes.count} data-over={length > max || undefined}>
    {length.toLocaleString('en')} of {max.toLocaleString('en')} characters
  </span>
)
