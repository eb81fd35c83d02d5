import { Switch } from '@mantine/core'
import { useId } from 'react'
import { setMuted, setVolume, useSounds } from './sounds.ts'
import classes from './sounds.module.css'
import { Columns } from '../../ui/layout.tsx'

/** Volume and mute for this browser. */
export function VolumeField() {
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
