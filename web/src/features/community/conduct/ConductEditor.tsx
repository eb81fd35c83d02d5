import { Button, Textarea } from '@mantine/core'
import { CONDUCT_MAX, text, type PublishedConduct } from '@tenfour/contract'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { useLeaveQuestion } from '../../../platform/leave/useLeaveQuestion.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { BlockedButton } from '../../../ui/BlockedButton.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import layout from '../../../ui/FormLayout.module.css'
import { publish, refreshConduct } from './conduct.queries.ts'
import classes from './Conduct.module.css'
import { Row } from '../../../ui/layout.tsx'

const Form = z.object({
  text: text(CONDUCT_MAX, 'At most 8,000 characters').refine((value) => value.trim() !== '', 'Enter the code of conduct'),
})
const LEAVE = { title: 'Leave without publishing?', body: 'What you have written is lost.', confirmLabel: 'Leave', danger: true }

/** Writes the next version, from the current one. */
export function ConductEditor({ current }: { current: PublishedConduct | null }) {
  // Of when writing began: what someone else publishes after that is not written over.
  const [base, setBase] = useState(current)
  const form = useZodForm(Form, { text: base?.text ?? '' })
  const isDirty = form.getValues().text !== (base?.text ?? '')
  useLeaveQuestion(isDirty ? 1 : 0, LEAVE)
  const startFrom = (version: PublishedConduct | null) => {
    setBase(version)
    form.setValues({ text: version?.text ?? '' })
    form.setFailure(null)
    form.clearErrors()
  }
  const element = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  /** The pressed button goes, so the focus moves to the text. */
  const discard = () => {
    startFrom(current)
    field.current?.focus()
  }
  const isBehind = (current?.number ?? 0) > (base?.number ?? 0)
  if (isBehind && !isDirty) startFrom(current)

  const save = async ({ text: written }: { text: string }) => {
    const isSure = await confirm({
      title: base ? 'Publish a new version?' : 'Publish the code of conduct?',
      body: base ? 'Everyone is asked to accept it again.' : 'Everyone is asked to accept it.',
      confirmLabel: 'Publish',
      startsAtCancel: true,
    })
    if (!isSure) return
    try {
      const published = await publish(written, base?.number ?? 0)
      startFrom(published)
      notify.success(`Version ${published.number} is published`)
      field.current?.focus()
    } finally {
      await refreshConduct()
    }
  }
  const length = form.getValues().text.length
  return (
    <form ref={element} className={layout.form} noValidate onSubmit={form.submit(save)}>
      {isBehind && current && (
        <Banner
          announce
          tone="warning"
          title={`${current.author.name} published version ${current.number} while you were writing.`}
          action={
            <Button size="compact-sm" variant="default" onClick={discard}>
              Discard my text and start from the new one
            </Button>
          }
        >
          Your text can’t be published over it.
        </Banner>
      )}
      <FormError error={form.failure} />
      <Textarea
        ref={field}
        label="Text"
        description="Plain text, as it is shown on the portal and posted in channels of the type CoCBotInfo."
        rows={18}
        resize="vertical"
        {...form.getInputProps('text')}
      />
      <Row justify="end">
        <span className={`${classes.count} ${classes.push}`} data-over={length > CONDUCT_MAX || undefined}>
          {length.toLocaleString('en')} of {CONDUCT_MAX.toLocaleString('en')} characters
        </span>
        {isDirty && (
          <Button variant="default" onClick={discard}>
            Discard
          </Button>
        )}
        {/* Not disabled while it is asked and sent: it would lose the focus. */}
        <BlockedButton
          variant="filled"
          reason={!isDirty ? 'Change the text first' : isBehind ? 'There is a newer version' : null}
          aria-busy={form.submitting || undefined}
          onClick={() => element.current?.requestSubmit()}
        >
          Publish
        </BlockedButton>
      </Row>
    </form>
  )
}
