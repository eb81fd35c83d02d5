import { ActionIcon, Button, NativeSelect, Text, TextInput } from '@mantine/core'
import {
  createVote,
  NewVote,
  VOTE_OPTION_LENGTH,
  VOTE_OPTIONS,
  VOTE_QUESTION_LENGTH,
  type ResponseOf,
  type listVotingChannels,
} from '@tenfour/contract'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { DateField } from '../../../ui/DateField.tsx'
import { call } from '../../../platform/api/client.ts'
import { relativeTime } from '../../../platform/format/dates.ts'
import { fromLocalField, toLocalField } from '../../../platform/format/local-times.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import layout from '../../../ui/FormLayout.module.css'
import { FormModal } from '../../../ui/FormModal.tsx'
import { refreshVotes } from './votes.queries.ts'
import classes from './Votes.module.css'

const PRESETS = [
  { label: '1 hour', hours: 1 },
  { label: '1 day', hours: 24 },
  { label: '3 days', hours: 72 },
  { label: '1 week', hours: 168 },
] as const
const after = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()

type VoteDialogProps = { channels: ResponseOf<typeof listVotingChannels>; onClose: () => void }

/** A new vote, with how it will look in Discord. */
export function VoteDialog({ channels, onClose }: VoteDialogProps) {
  const [first] = useState(() => ({ channelId: channels[0]?.channelId ?? '', question: '', options: ['', ''], endsAt: after(24) }))
  const form = useZodForm(NewVote, first)
  const fields = useRef<HTMLFieldSetElement>(null)
  const { channelId, question, options, endsAt } = form.getValues()
  const servers = new Set(channels.map(({ server }) => server))
  const save = async (body: NewVote) => {
    await call(createVote, { body })
    notify.success('The vote is posted in Discord')
    onClose()
    await refreshVotes()
  }
  const focusOption = (place: number) => setTimeout(() => fields.current?.querySelectorAll('input')[place]?.focus())
  const add = () => {
    form.setFieldValue('options', [...options, ''])
    focusOption(options.length)
  }
  const remove = (place: number) => {
    form.setFieldValue(
      'options',
      options.filter((_, each) => each !== place),
    )
    focusOption(Math.min(place, options.length - 2))
  }
  return (
    <FormModal title="Start a vote" onClose={onClose} isDirty={form.isDirty()} size={640}>
      <form className={layout.form} noValidate onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        <TextInput label="Question" withAsterisk maxLength={VOTE_QUESTION_LENGTH} data-autofocus {...form.getInputProps('question')} />
        <fieldset ref={fields} className={classes.options}>
          <legend>Options</legend>
          {options.map((label, place) => (
            // oxlint-disable-next-line no-array-index-key -- an option is its place
            <div key={place} className={classes.option}>
              <TextInput
                aria-label={`Option ${place + 1}`}
                maxLength={VOTE_OPTION_LENGTH}
                value={label}
                error={form.errors[`options.${place}`]}
                onChange={({ currentTarget }) =>
                  form.setFieldValue(
                    'options',
                    options.map((each, at) => (at === place ? currentTarget.value : each)),
                  )
                }
              />
              {options.length > VOTE_OPTIONS.min && (
                <ActionIcon variant="subtle" color="gray" aria-label={`Remove option ${place + 1}`} onClick={() => remove(place)}>
                  <IconX size={16} />
                </ActionIcon>
              )}
            </div>
          ))}
          {form.errors['options'] && (
            <Text c="var(--danger)" size="sm" role="alert">
              {form.errors['options']}
            </Text>
          )}
          {options.length < VOTE_OPTIONS.max && (
            <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={15} aria-hidden />} onClick={add}>
              Add an option
            </Button>
          )}
        </fieldset>
        <div className={layout.pair}>
          <NativeSelect
            label="Channel"
            data={channels.map(({ channelId: value, name, server }) => ({
              value,
              label: servers.size > 1 ? `#${name}, ${server}` : `#${name}`,
            }))}
            {...form.getInputProps('channelId')}
          />
          <div>
            <DateField
              type="datetime-local"
              label="Ends"
              withAsterisk
              value={toLocalField(endsAt)}
              onChange={({ currentTarget }) => form.setFieldValue('endsAt', fromLocalField(currentTarget.value) ?? '')}
              error={form.errors['endsAt']}
            />
            <div className={classes.presets}>
              {PRESETS.map(({ label, hours }) => (
                <Button key={label} variant="subtle" size="compact-xs" onClick={() => form.setFieldValue('endsAt', after(hours))}>
                  {label}
                </Button>
              ))}
            </div>
          </div>
        </div>
        <Preview
          question={question}
          options={options}
          endsAt={endsAt}
          channel={channels.find((each) => each.channelId === channelId)?.name}
        />
        <FormButtons submitLabel="Start the vote" isSubmitting={form.submitting} onCancel={onClose} />
      </form>
    </FormModal>
  )
}

type PreviewProps = { question: string; options: readonly string[]; endsAt: string; channel: string | undefined }

/** As the message in Discord will be. */
const Preview = ({ question, options, endsAt, channel }: PreviewProps) => (
  <section className={classes.preview} aria-label="Preview">
    <Text c="dimmed" size="xs" fw={550}>
      In #{channel}
    </Text>
    <div className={classes.message}>
      <strong>{question.trim() || 'Question'}</strong>
      <p>0 votes. {endsAt === '' ? '' : `Ends ${relativeTime(endsAt)}.`}</p>
      <p>For members with a linked account. You can change your vote until the end. Staff see who voted for what.</p>
    </div>
    <div className={classes.buttons} aria-hidden>
      {options.map((label, place) => (
        // oxlint-disable-next-line no-array-index-key -- an option is its place
        <span key={place}>{label.trim() || `Option ${place + 1}`}</span>
      ))}
    </div>
  </section>
)
