import { Checkbox } from '@mantine/core'
import { accessSubject, DISCORD_LOG_GROUPS, DiscordLogGroup, isAllowed, manageDiscord, type DiscordLogChoice } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading } from '../../../ui/CardStates.tsx'
import { errorInfo, type ErrorInfo } from '../../../ui/error-info.ts'
import { FormError } from '../../../ui/FormError.tsx'
import classes from './Posts.module.css'
import { logEventsQuery, refreshLogEvents, saveLogEvents } from './posts.queries.ts'

/** Which events of the portal are posted in channels of general logs. Saved at once. */
export function LogEventsCard() {
  const { data, isError, refetch } = useQuery(logEventsQuery)
  return (
    <Card title="Events in GeneralLogs" aside={data && `${data.groups.length} of ${DiscordLogGroup.options.length}`}>
      {data ? <Choices choice={data} /> : isError ? <CardError what="The events" onRetry={refetch} /> : <CardLoading rows={8} />}
    </Card>
  )
}

function Choices({ choice: { groups, version } }: { choice: DiscordLogChoice }) {
  const mayChoose = isAllowed(manageDiscord, accessSubject(useSignedInUser()))
  const [saving, setSaving] = useState<DiscordLogGroup | null>(null)
  const [failure, setFailure] = useState<ErrorInfo | null>(null)
  const toggle = async (group: DiscordLogGroup) => {
    // One after the other: each is saved against the version of the one before.
    if (saving !== null) return
    setSaving(group)
    setFailure(null)
    try {
      await saveLogEvents(groups.includes(group) ? groups.filter((each) => each !== group) : [...groups, group], version)
    } catch (error) {
      setFailure(errorInfo(error))
      await refreshLogEvents()
    } finally {
      setSaving(null)
    }
  }
  return (
    <>
      <p className={classes.lead}>Posted in channels of the type GeneralLogs, in plain words and without the values that were changed.</p>
      <FormError error={failure} />
      <fieldset className={classes.choices} aria-label="Events that are posted">
        {DiscordLogGroup.options.map((group) => (
          <Checkbox
            key={group}
            label={DISCORD_LOG_GROUPS[group].title}
            description={DISCORD_LOG_GROUPS[group].text}
            checked={saving === group ? !groups.includes(group) : groups.includes(group)}
            disabled={!mayChoose}
            title={mayChoose ? undefined : 'For those with MANAGE_DISCORD'}
            onChange={() => void toggle(group)}
          />
        ))}
      </fieldset>
    </>
  )
}
