import { Button, Checkbox, Switch } from '@mantine/core'
import { saveDiscordJoining, type DiscordJoining } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { z } from 'zod'
import { ApiError } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/client.ts'
import { dateTime, dayOnly } from '../../../platform/format/dates.ts'
import { useLeaveQuestion } from '../../../platform/leave/useLeaveQuestion.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Card } from '../../../ui/Card.tsx'
import { CardNote } from '../../../ui/CardStates.tsx'
import { errorWithin } from '../../../ui/form-errors.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { DiscordHeader, useDiscord } from '../discord/discord.port.ts'
import classes from './Discord.module.css'
import { joiningQuery } from './links.queries.ts'

/** Whether members of the community's Discord servers make their account by signing in with Discord. */
export function JoiningPage() {
  const { data: known } = useDiscord()
  const { data: joining, error, refetch } = useQuery(joiningQuery)
  return (
    <Stack>
      <DiscordHeader title="Joining with Discord" known={known} />
      {joining ? (
        <>
          <Problem joining={joining} />
          <JoiningCard joining={joining} />
        </>
      ) : error ? (
        <PageError error={error} onRetry={refetch} />
      ) : (
        <PageLoading label="Loading who can join" />
      )}
    </Stack>
  )
}

/** Why nobody can join although it is switched on, or why it can't be switched on. */
function Problem({ joining: { isOn, hasClient, guilds } }: { joining: DiscordJoining }) {
  const connect = (
    <Button size="xs" variant="default" renderRoot={(props) => <Link to="/discord/connection" {...props} />}>
      Open Connection
    </Button>
  )
  if (!hasClient)
    return (
      <Banner tone="warning" title="Nobody can sign in with Discord yet." action={connect}>
        The portal needs the client ID and the client secret first.
      </Banner>
    )
  if (isOn && guilds.every(({ letsJoin, hasLeft }) => !letsJoin || hasLeft))
    return (
      <Banner tone="warning" title="Nobody can join at the moment." action={connect}>
        The bot has left every Discord server that is ticked below.
      </Banner>
    )
  return null
}

const Entries = z.object({ isOn: z.boolean(), guildIds: z.array(z.string()) })
const entriesOf = ({ isOn, guilds }: DiscordJoining) => ({
  isOn,
  guildIds: guilds.filter(({ letsJoin }) => letsJoin).map(({ guildId }) => guildId),
})

function JoiningCard({ joining }: { joining: DiscordJoining }) {
  const { guilds, changedAt, changedBy, version } = joining
  const form = useZodForm(Entries, entriesOf(joining))
  useLeaveQuestion(form.changedFields().length)
  const show = (current: DiscordJoining) => {
    queryClient.setQueryData(joiningQuery.queryKey, current)
    form.setInitialValues(entriesOf(current))
    form.setValues(entriesOf(current))
  }
  const save = async (entries: z.infer<typeof Entries>) => {
    try {
      const saved = await call(saveDiscordJoining, { body: { ...entries, version } })
      show(saved)
      notify.success(saved.isOn ? 'Members of the ticked Discord servers can join' : 'Nobody can join with Discord')
    } catch (error) {
      // With a field it is not the version that is refused.
      if (!(error instanceof ApiError) || error.code !== 'conflict' || error.field !== undefined) throw error
      show(await queryClient.query(joiningQuery))
      throw new Error('Someone else changed who can join at the same time. The form shows what is set now.', { cause: error })
    }
  }
  const { isOn, guildIds } = form.getValues()
  const problem = errorWithin(form.errors, 'guildIds')
  const tick = (guildId: string, isTicked: boolean) =>
    form.setFieldValue(
      'guildIds',
      guilds.map((each) => each.guildId).filter((id) => (id === guildId ? isTicked : guildIds.includes(id))),
    )
  return (
    <Card
      title="Who can join"
      aside={
        changedAt && (
          <span title={dateTime(changedAt)}>
            Last set {dayOnly(new Date(changedAt))}
            {changedBy && ` by ${changedBy.name}`}
          </span>
        )
      }
    >
      <Stack as="form" noValidate aria-label="Who can join" onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        <CardNote>
          Members of the Discord servers that you tick can make their own account by signing in with Discord. They have passed the server’s
          membership screening, and Discord has verified their email address. Such an account has no department, role or permission until
          staff give it one. Those who may not return can’t join.
        </CardNote>
        <Switch
          label="Let members of Discord servers join"
          checked={isOn}
          error={form.errors['isOn']}
          onChange={({ currentTarget }) => form.setFieldValue('isOn', currentTarget.checked)}
        />
        {guilds.length === 0 ? (
          <CardNote>
            The bot is in no Discord server yet. <Link to="/discord/connection">Invite it</Link> first.
          </CardNote>
        ) : (
          <fieldset className={classes.choices} aria-invalid={problem ? true : undefined} tabIndex={-1}>
            <legend>Discord servers whose members can join</legend>
            {guilds.map(({ guildId, name, hasLeft }) => (
              <Checkbox
                key={guildId}
                label={name}
                description={hasLeft ? 'The bot has left this server. Nobody can join through it until the bot is back.' : undefined}
                checked={guildIds.includes(guildId)}
                onChange={({ currentTarget }) => tick(guildId, currentTarget.checked)}
              />
            ))}
            {problem && (
              <p className={classes.problem} role="alert">
                {problem}
              </p>
            )}
          </fieldset>
        )}
        <div>
          <Button type="submit" aria-busy={form.submitting || undefined}>
            Save
          </Button>
        </div>
      </Stack>
    </Card>
  )
}
