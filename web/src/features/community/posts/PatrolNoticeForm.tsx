import { Button, Checkbox, NativeSelect, Text, Textarea } from '@mantine/core'
import { PatrolNoticeInput, type PatrolNotices } from '@tenfour/contract'
import { useId } from 'react'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import layout from '../../../ui/FormLayout.module.css'
import classes from './Posts.module.css'
import { pingWords, targetOptions, waitWords } from './post.labels.ts'
import { refreshPatrolNotices, sendNotice } from './posts.queries.ts'
import { Row } from '../../../ui/layout.tsx'

/** The typed notice, held by the component around the form, which asks before the notice is lost. */
export const usePatrolNotice = ({ channels }: PatrolNotices) =>
  useZodForm(PatrolNoticeInput, {
    text: '',
    channelIds: channels.slice(0, 1).map(({ channelId }) => channelId),
    serverId: null,
  })

type PatrolNoticeFormProps = { notices: PatrolNotices; form: ReturnType<typeof usePatrolNotice>; onSent?: () => void }

/** Pings those who want to be told of patrols. */
export function PatrolNoticeForm({ notices: { channels, servers, last, nextAt }, form, onSent }: PatrolNoticeFormProps) {
  const now = useNow()
  const fieldId = useId()
  const goOn = () => document.getElementById(fieldId)?.focus()
  const { channelIds, serverId } = form.getValues()
  const wait = waitWords(nextAt, now)
  const send = async (input: PatrolNoticeInput) => {
    try {
      await sendNotice(input)
    } catch (error) {
      await refreshPatrolNotices()
      // The button may have to wait now, and a disabled one loses the focus.
      goOn()
      throw error
    }
    form.setFieldValue('text', '')
    notify.success('The patrol notice is on its way')
    if (onSent) onSent()
    else goOn()
  }
  const labels = targetOptions(channels)
  return (
    <form className={layout.form} noValidate onSubmit={form.submit(send)}>
      <FormError error={form.failure} />
      <Textarea
        id={fieldId}
        label="Text"
        placeholder="Where and when"
        autosize
        minRows={2}
        maxRows={6}
        data-autofocus
        {...form.getInputProps('text')}
      />
      {servers.length > 0 && (
        <NativeSelect
          label="Game server"
          data={[
            { value: '', label: 'None in particular' },
            ...servers.map(({ serverId: id, name }) => ({ value: String(id), label: name })),
          ]}
          value={String(serverId ?? '')}
          onChange={({ currentTarget: { value } }) => form.setFieldValue('serverId', value === '' ? null : Number(value))}
          error={form.errors['serverId']}
        />
      )}
      <fieldset className={classes.choices} aria-invalid={form.errors['channelIds'] ? true : undefined}>
        <legend>Channels</legend>
        {channels.map(({ channelId, ...channel }, place) => (
          <Checkbox
            key={channelId}
            label={labels[place]?.label}
            description={pingWords(channel)}
            checked={channelIds.includes(channelId)}
            onChange={({ currentTarget: { checked } }) =>
              form.setFieldValue('channelIds', checked ? [...channelIds, channelId] : channelIds.filter((each) => each !== channelId))
            }
          />
        ))}
        {form.errors['channelIds'] && (
          <Text c="var(--danger)" size="sm" role="alert">
            {form.errors['channelIds']}
          </Text>
        )}
      </fieldset>
      <Row justify="end">
        <span className={classes.count}>
          {wait !== null
            ? `The next one can be sent ${wait}`
            : last && <time dateTime={last.at} title={dateTime(last.at)}>{`Last by ${last.by}, ${relativeTime(last.at, now)}`}</time>}
        </span>
        <Button type="submit" aria-busy={form.submitting || undefined} disabled={wait !== null}>
          Send
        </Button>
      </Row>
    </form>
  )
}
