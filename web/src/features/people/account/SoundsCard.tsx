import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { log } from '../../../platform/log/log.ts'
import { RECIPES, SOUNDS, type Sound } from '../../../platform/sounds/recipes.ts'
import { demonstrateSound, keepSoundsReady, useSounds } from '../../../platform/sounds/sounds.ts'
import { SoundFields } from '../../../platform/sounds/SoundFields.tsx'
import { Card } from '../../../ui/Card.tsx'
import classes from './SoundsCard.module.css'

/** The CAD's sounds: volume, and a sample of each. */
export function SoundsCard() {
  const { isMuted, volume } = useSounds()
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
            <span>{RECIPES[sound].meaning}</span>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconPlayerPlay size={14} stroke={1.7} aria-hidden />}
              aria-label={`Play: ${RECIPES[sound].meaning}`}
              disabled={volume === 0}
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
