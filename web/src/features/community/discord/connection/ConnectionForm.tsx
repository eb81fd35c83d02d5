import { Button, Text } from '@mantine/core'
import { saveDiscordConnection, type DiscordConnection } from '@tenfour/contract'
import { z } from 'zod'
import { ApiError } from '../../../../platform/api/api-error.ts'
import { call } from '../../../../platform/api/client.ts'
import { reportError } from '../../../../platform/errors/report.ts'
import { dateTime, dayOnly } from '../../../../platform/format/dates.ts'
import { useLeaveQuestion } from '../../../../platform/leave/useLeaveQuestion.ts'
import { notify } from '../../../../platform/notify/notify.ts'
import { Card } from '../../../../ui/Card.tsx'
import { confirm } from '../../../../ui/confirm.tsx'
import { useZodForm } from '../../../../ui/form.ts'
import { FormError } from '../../../../ui/FormError.tsx'
import { keepConnection, refreshConnection, refreshDiscord } from '../discord.queries.ts'
import { CHECK_BUTTON } from './ChecksCard.tsx'
import classes from './Connection.module.css'
import { CredentialField, type Credential } from './CredentialField.tsx'
import { Row } from '../../../../ui/layout.tsx'

/** Empty fields keep their stored values. The portal checks the rest and names the field. */
const Entry = z.string().transform((text) => (text.trim() === '' ? undefined : text.trim()))
const Entries = z.object({ token: Entry, clientId: Entry, clientSecret: Entry })
const EMPTY = { token: '', clientId: '', clientSecret: '' }

const SIGN_IN_ENDS =
  'Members can no longer link their accounts or sign in with Discord. Those who are linked stay linked, and passwords work as before.'
const REMOVALS: Readonly<Record<Credential, { readonly title: string; readonly body: string; readonly label: string }>> = {
  token: {
    title: 'Remove the bot token?',
    body: 'The bot disconnects at once. Members keep their roles in Discord; jobs wait until there is a token again.',
    label: 'Remove token',
  },
  clientId: { title: 'Remove the client ID?', body: SIGN_IN_ENDS, label: 'Remove client ID' },
  clientSecret: { title: 'Remove the client secret?', body: SIGN_IN_ENDS, label: 'Remove secret' },
}

/** The credentials that the portal needs to get into Discord. Secrets go in and never come out again. */
export function ConnectionForm({ connection }: { connection: DiscordConnection }) {
  const form = useZodForm(Entries, EMPTY)
  useLeaveQuestion(form.changedFields().length)
  const send = async (entries: Partial<Record<Credential, string | null | undefined>>) => {
    try {
      keepConnection(await call(saveDiscordConnection, { body: { ...entries, version: connection.version } }))
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'conflict') throw error
      await refreshConnection()
      throw new Error('Someone else changed the connection at the same time. Check what is set now, then save again.', { cause: error })
    }
    // Whether there is a token is known there too.
    refreshDiscord().catch(reportError)
  }
  const save = async (entries: z.output<typeof Entries>) => {
    if (Object.values(entries).every((each) => each === undefined)) throw new Error('Nothing was entered.')
    await send(entries)
    form.reset()
    notify.success('Connection saved')
    document.getElementById(CHECK_BUTTON)?.focus()
  }
  const remove = async (credential: Credential) => {
    const { title, body, label } = REMOVALS[credential]
    if (!(await confirm({ title, body, confirmLabel: label, danger: true }))) return
    try {
      await send({ [credential]: null })
      notify.success('Removed')
      document.getElementById(`discord-${credential}`)?.focus()
    } catch (error) {
      form.setFailure({ message: error instanceof Error ? error.message : String(error) })
    }
  }
  const field = (credential: Credential) => ({ credential, connection, onRemove: remove, ...form.getInputProps(credential) })
  const { changedAt, changedBy, token, clientIdFrom, clientSecret } = connection
  const hasFields = [token, clientIdFrom, clientSecret].some((source) => source !== 'environment')
  return (
    <Card
      title="Credentials"
      aside={
        changedAt && (
          <span title={dateTime(changedAt)}>
            Last set {dayOnly(new Date(changedAt))}
            {changedBy && ` by ${changedBy.name}`}
          </span>
        )
      }
    >
      <form className={classes.form} noValidate autoComplete="off" onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        <CredentialField {...field('token')} />
        <CredentialField {...field('clientId')} />
        <CredentialField {...field('clientSecret')} />
        {hasFields && (
          <Row gap="8px 16px" justify="space-between">
            <Text c="dimmed" size="sm">
              Token and secret are stored encrypted and never shown again.
            </Text>
            {/* Not disabled while it works: a disabled button loses the focus. */}
            <Button type="submit" aria-busy={form.submitting || undefined}>
              Save
            </Button>
          </Row>
        )}
      </form>
    </Card>
  )
}
