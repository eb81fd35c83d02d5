import { Switch } from '@mantine/core'
import { reportError } from '../errors/report.ts'
import { allowDesktopNotifications, stopDesktopNotifications, useDesktopNotifications } from './desktop-notifications.ts'

/** Whether this browser shows panic and 911 outside of the page. */
export function DesktopNotificationsField() {
  const state = useDesktopNotifications()
  if (state === 'unsupported') return null
  return (
    <Switch
      label="Desktop notifications"
      description={
        state === 'blocked'
          ? 'Blocked by the browser. Allow them in its settings for this site.'
          : 'Panic and 911, while you are in another window'
      }
      checked={state === 'on'}
      disabled={state === 'blocked'}
      onChange={(event) => {
        if (event.currentTarget.checked) allowDesktopNotifications().catch(reportError)
        else stopDesktopNotifications()
      }}
    />
  )
}
