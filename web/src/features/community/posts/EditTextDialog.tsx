import { Button, Textarea } from '@mantine/core'
import { DISCORD_TEXT_MAX, trimmed, type DiscordText } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { ApiError } from '../../../platform/api/api-error.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { useZodForm } from '../../../ui/form.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import layout from '../../../ui/FormLayout.module.css'
import { FormModal } from '../../../ui/FormModal.tsx'
import { changeText, refreshTexts, textsQuery } from './posts.queries.ts'

const Form = z.object({
  text: trimmed(DISCORD_TEXT_MAX, 'A message in Discord has at most 2,000 characters').min(1, 'Enter a message'),
})

/** Changes a message in Discord. A change that someone else made meanwhile is shown before it is replaced. */
export function EditTextDialog({ text, onClose }: { text: DiscordText; onClose: () => void }) {
  const form = useZodForm(Form, { text: text.text })
  const [base, setBase] = useState(text)
  const [hasConflict, setConflict] = useState(false)
  const current = useQuery(textsQuery).data?.texts.find(({ textId }) => textId === text.textId)
  const save = async (values: z.output<typeof Form>) => {
    try {
      await changeText(base, values.text)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'conflict') throw error
      await refreshTexts()
      return setConflict(true)
    }
    onClose()
    await refreshTexts()
  }
  const isBehind = hasConflict && current !== undefined && current.version !== base.version
  const field = useRef<HTMLTextAreaElement>(null)
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isBehind) keep.current?.focus()
  }, [isBehind])
  /** The banner's buttons disappear, so the focus moves to the field. */
  const goOnFrom = (version: DiscordText) => {
    setBase(version)
    field.current?.focus()
  }
  return (
    <FormModal title={`Edit message in #${text.channel ?? 'a deleted channel'}`} onClose={onClose} isDirty={form.isDirty()} size={640}>
      <form className={layout.form} noValidate onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        {isBehind && (
          <Banner
            announce
            tone="warning"
            title="Someone changed this message in the meantime."
            action={
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => {
                  goOnFrom(current)
                  form.setValues({ text: current.text })
                }}
              >
                Use theirs
              </Button>
            }
          >
            It now says: “{current.text}”{' '}
            <Button ref={keep} size="compact-sm" variant="subtle" onClick={() => goOnFrom(current)}>
              Keep mine
            </Button>
          </Banner>
        )}
        <Textarea ref={field} label="Message" autosize minRows={5} maxRows={16} data-autofocus {...form.getInputProps('text')} />
        <FormButtons submitLabel="Save" isSubmitting={form.submitting} onCancel={onClose} />
      </form>
    </FormModal>
  )
}
