import { ActionIcon, Popover } from '@mantine/core'
import { IconVolume, IconVolume2, IconVolumeOff } from '@tabler/icons-react'
import { useSounds } from './sounds.ts'
import classes from './sounds.module.css'
import { useHint } from './use-hint.ts'
import { VolumeField } from './VolumeField.tsx'

/** Volume and mute in a small place, and a word when the browser keeps the page silent. */
export function SoundControl() {
  const { volume, isMuted, isBlocked } = useSounds()
  const isSilent = isMuted || volume === 0
  const showsHint = useHint(isBlocked && !isSilent)
  const VolumeIcon = isSilent ? IconVolumeOff : volume < 50 ? IconVolume2 : IconVolume
  return (
    <span className={classes.control}>
      <output className={classes.hint}>{showsHint && 'Sounds are blocked until you click'}</output>
      <Popover position="bottom-end" trapFocus returnFocus shadow="md" width={260}>
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            className={classes.button}
            data-silent={isSilent || undefined}
            aria-label={isMuted ? 'Sounds, muted' : `Sounds, volume ${volume}`}
          >
            <VolumeIcon size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown aria-label="Sounds">
          <VolumeField />
        </Popover.Dropdown>
      </Popover>
    </span>
  )
}
