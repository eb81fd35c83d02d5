import { Switch } from '@mantine/core'
import type { DirectRefusal, DiscordPreferences, getDiscordPreferences, ResponseOf } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Banner } from '../../../ui/Banner.tsx'
import { CardError, CardLoading } from '../../../ui/CardStates.tsx'
import { errorInfo, type ErrorInfo } from '../../../ui/error-info.ts'
import { FormError } from '../../../ui/FormError.tsx'
import classes from './Posts.module.css'
import { preferencesQuery, savePreferences } from './posts.queries.ts'

/** The notices a linked member gets through Discord, in their settings. Each change is saved at once. */
export function DiscordChoices() {
  const { data, isError, refetch } = useQuery(preferencesQuery)
  if (data) return <Choices preferences={data} />
  return isError ? <CardError what="What you get through Discord" onRetry={refetch} /> : <CardLoading rows={2} />
}

const REFUSALS: Readonly<Record<DirectRefusal, string>> = {
  closed: 'In Discord, allow direct messages from members of the server, and unblock the bot if you blocked it.',
  noSharedServer: 'You are in no Discord server with the bot. Join one that it is in.',
  other: 'If it stays like this, tell the staff.',
}

function Choices({ preferences }: { preferences: ResponseOf<typeof getDiscordPreferences> }) {
  const [pending, setPending] = useState<DiscordPreferences | null>(null)
  const [failure, setFailure] = useState<ErrorInfo | null>(null)
  const { sendsNotices, patrolNotify, sendsWaiting = preferences.sendsWaiting } = pending ?? preferences
  const save = async (change: Partial<DiscordPreferences>) => {
    if (pending) return
    const next = { sendsNotices, patrolNotify, sendsWaiting, ...change }
    setPending(next)
    setFailure(null)
    try {
      await savePreferences(next)
    } catch (error) {
      setFailure(errorInfo(error))
    } finally {
      setPending(null)
    }
  }
  return (
    <div className={classes.switches}>
      <FormError error={failure} />
      <Switch
        label="Send me notices in Discord"
        description="As direct messages from the bot, at most ten an hour. They stay in the portal too."
        checked={sendsNotices}
        onChange={({ currentTarget: { checked } }) => void save({ sendsNotices: checked })}
      />
      <Switch
        label="Tell me in Discord what waits for me"
        description="Such as a returned report or a request to decide: what is new, at most once an hour."
        checked={sendsWaiting}
        onChange={({ currentTarget: { checked } }) => void save({ sendsWaiting: checked })}
      />
      {(preferences.sendsNotices || preferences.sendsWaiting) && preferences.refusal && (
        <Banner tone="warning" title="Discord refused your last notice.">
          {REFUSALS[preferences.refusal]} The notice is in the portal only. The next ones are sent after an hour, or as soon as you turn
          this switch off and on.
        </Banner>
      )}
      {(preferences.hasPatrolRole || patrolNotify) && (
        <Switch
          label="Tell me about patrols in Discord"
          description="Gives you the role that patrol notices ping."
          checked={patrolNotify}
          onChange={({ currentTarget: { checked } }) => void save({ patrolNotify: checked })}
        />
      )}
    </div>
  )
}
