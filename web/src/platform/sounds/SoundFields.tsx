import { Switch } from '@mantine/core'
import { useId } from 'react'
import { Columns, Stack } from '../../ui/layout.tsx'
import { reportError } from '../errors/report.ts'
import { allowDesktopNotifications, stopDesktopNotifications, useDesktopNotifications } from '../notify/desktop-notifications.ts'
import { setMuted, setSpoken, setVolume, useSounds } from './sounds.ts'
import { canSpeak, say } from './speech.ts'
import classes from './sounds.module.css'

/** How this browser calls for attention: volume, mute and desktop notifications. */
export const SoundFields = () => (
  <Stack gap={14}>
    <VolumeField />
    <SpeechField />
    <DesktopNotificationsField />
  </Stack>
)

/** Volume and mute for this browser. */
function VolumeField() {
  const { volume, isMuted } = useSounds()
  const id = useId()
  return (
    <Columns of="minmax(0, 1fr) auto auto" gap="4px 12px" align="center">
      <label className={classes.label} htmlFor={id}>
        Volume
      </label>
      <input
        id={id}
        className={classes.slider}
        type="range"
        min={0}
        max={100}
        step={5}
        value={volume}
        aria-valuetext={`${volume} percent`}
        onChange={(event) => setVolume(event.currentTarget.valueAsNumber)}
      />
      <span className={`mono ${classes.value}`} aria-hidden>
        {volume}
      </span>
      <Switch className={classes.mute} label="Mute" checked={isMuted} onChange={(event) => setMuted(event.currentTarget.checked)} />
    </Columns>
  )
}

/** Whether tones and calls are said aloud as well. */
function SpeechField() {
  const { isSpoken } = useSounds()
  if (!canSpeak()) return null
  return (
    <Switch
      label="Say tones and calls aloud"
      description="With the voice of your browser, after the sound"
      checked={isSpoken}
      onChange={(event) => {
        setSpoken(event.currentTarget.checked)
        if (event.currentTarget.checked) say('Tones and calls are said like this.', 0.6)
      }}
    />
  )
}

/** Whether this browser shows panic and 911 outside of the page. */
function DesktopNotificationsField() {
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
