import { Button } from '@mantine/core'
import { SOUND_WORDS, SOUNDS, type Sound } from '@tenfour/contract'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { log } from '../../../platform/log/log.ts'
import { shareOf } from '../../../platform/sounds/sound-player.ts'
import { demonstrateSound, keepSoundsReady, setVolumeOf, useSounds } from '../../../platform/sounds/sounds.ts'
import { SoundFields } from '../../../platform/sounds/SoundFields.tsx'
import { Card } from '../../../ui/Card.tsx'
import classes from './SoundsCard.module.css'

/** The CAD's sounds: volume, in all and of each, and a sample of each. */
export function SoundsCard() {
  const { isMuted, volume, volumes } = useSounds()
  const [isBlocked, setBlocked] = useState(false)
  useEffect(keepSoundsReady, [])
  const play = (sound: Sound) =>
    void demonstrateSound(sound).then(
      (outcome) => setBlocked(outcome === 'blocked'),
      (error: unknown) => log.error(`The sound ${sound} could not be played`, error),
    )
  return (
    <Card title="Sounds" aside="in this browser">
      <SoundFields />
      <output className={classes.note}>
        {isBlocked
          ? 'This browser blocks sound on this page. Check its permissions for this site.'
          : volume === 0
            ? 'The volume is 0: no sound is heard.'
            : isMuted && 'Muted. The buttons below still play.'}
      </output>
      <ul className={classes.sounds}>
        {SOUNDS.map((sound) => (
          <li key={sound} className={classes.sound}>
            <span>{SOUND_WORDS[sound]}</span>
            <input
              className={classes.slider}
              type="range"
              min={0}
              max={100}
              step={5}
              value={shareOf({ volumes }, sound)}
              aria-label={`Volume: ${SOUND_WORDS[sound]}`}
              aria-valuetext={`${shareOf({ volumes }, sound)} percent`}
              onChange={(event) => setVolumeOf(sound, event.currentTarget.valueAsNumber)}
            />
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconPlayerPlay size={14} stroke={1.7} aria-hidden />}
              aria-label={`Play: ${SOUND_WORDS[sound]}`}
              disabled={volume === 0 || shareOf({ volumes }, sound) === 0}
              onClick={() => play(sound)}
            >
              Play
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
