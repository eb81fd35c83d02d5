import { ActionIcon } from '@mantine/core'
import { IconVolume, IconVolume2, IconVolume3, IconVolumeOff } from '@tabler/icons-react'
import { Dropdown } from '../../ui/Dropdown.tsx'
import { lazyComponent } from '../load/lazy-component.tsx'
import { INLINE } from '../load/shapes.tsx'
import { useSounds } from './sounds.ts'
import classes from './sounds.module.css'
import { useEffect, useState } from 'react'

const SoundFields = lazyComponent(async () => (await import('./SoundFields.tsx')).SoundFields, { what: 'The volume', shape: INLINE })

const BLOCKED = 'Sounds are blocked until you click'

/** Compact volume and mute controls, marked while the browser blocks sound; desktop notifications beside them. */
export function SoundControl() {
  const { volume, isMuted, isBlocked } = useSounds()
  const isSilent = isMuted || volume === 0
  const showsHint = useHint(isBlocked && !isSilent)
  const VolumeIcon = isSilent ? IconVolumeOff : volume < 50 ? IconVolume2 : IconVolume
  return (
    <span className={classes.control}>
      <output className="visually-hidden">{showsHint && BLOCKED}</output>
      <Dropdown
        kind="dialog"
        label="Sounds"
        align="end"
        width={260}
        renderButton={(button) => (
          <ActionIcon
            {...button}
            variant="subtle"
            color="gray"
            size={32}
            className={classes.button}
            data-silent={isSilent || showsHint || undefined}
            aria-label={showsHint ? 'Sounds, blocked until you click' : isMuted ? 'Sounds, muted' : `Sounds, volume ${volume}`}
            title={showsHint ? BLOCKED : undefined}
          >
            {showsHint ? <IconVolume3 size={18} stroke={1.7} aria-hidden /> : <VolumeIcon size={18} stroke={1.7} aria-hidden />}
          </ActionIcon>
        )}
        renderContent={() => <SoundFields />}
      />
    </span>
  )
}

const GRACE_MS = 1000

/** Whether a condition has held long enough to mention it: a browser may take a moment to allow sound. */
function useHint(condition: boolean): boolean {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    if (!condition) return
    const timer = setTimeout(() => setDue(true), GRACE_MS)
    return () => {
      clearTimeout(timer)
      setDue(false)
    }
  }, [condition])
  return isDue && condition
}
