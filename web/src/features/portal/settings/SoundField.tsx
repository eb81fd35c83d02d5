import { Button, FileButton } from '@mantine/core'
import { uploadSound, type Sound } from '@tenfour/contract'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { samplesOf } from '../../../platform/sounds/community-sounds.ts'
import { demonstrateSound } from '../../../platform/sounds/sounds.ts'
import { errorInfo } from '../../../ui/error-info.ts'
import { Row, Stack } from '../../../ui/layout.tsx'
import classes from './LookFields.module.css'
import { makeSound } from './sound-file.ts'

type SoundFieldProps = {
  readonly id: string
  readonly sound: Sound
  readonly value: string
  readonly error: string | null
  readonly disabled: boolean
  readonly 'aria-description': string
  readonly onChange: (value: string) => void
}

const REFUSALS = { muted: 'The volume of this sound is 0 in this browser', blocked: 'This browser blocks sound on this page' }

/** A sound. It is made ready and uploaded as soon as it is chosen, and heard by nobody else until it is saved. */
export function SoundField({ id, sound, value, error, disabled, onChange, ...described }: SoundFieldProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const [turns, setTurns] = useState(0)
  // The button that was pressed was disabled meanwhile.
  useEffect(() => {
    if (turns > 0) button.current?.focus()
  }, [turns])
  const play = async () => {
    setProblem(null)
    try {
      const outcome = await demonstrateSound(sound, value === '' ? 'shipped' : await samplesOf(value))
      if (outcome === 'muted' || outcome === 'blocked') setProblem(REFUSALS[outcome])
    } catch (failure) {
      setProblem(errorInfo(failure).message)
    }
  }
  const upload = async (chosen: File) => {
    setBusy(true)
    setProblem(null)
    try {
      const { file } = await makeSound(chosen)
      onChange((await call(uploadSound, { file: new File([file], 'sound.wav', { type: file.type }) })).digest)
    } catch (failure) {
      setProblem(errorInfo(failure).message)
    } finally {
      setBusy(false)
      setTurns((count) => count + 1)
    }
  }
  const words = problem ?? error
  return (
    <Stack gap={6}>
      <Row>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlayerPlay size={14} stroke={1.7} aria-hidden />}
          aria-label={value === '' ? 'Play the shipped sound' : 'Play the chosen sound'}
          onClick={() => void play()}
        >
          Play
        </Button>
        <FileButton accept="audio/*" disabled={disabled} onChange={(chosen) => chosen && void upload(chosen)}>
          {(props) => (
            <Button
              {...props}
              {...described}
              id={id}
              ref={button}
              variant="default"
              size="xs"
              loading={isBusy}
              aria-describedby={words ? `${id}-problem` : undefined}
            >
              {value === '' ? 'Upload a sound' : 'Change the sound'}
            </Button>
          )}
        </FileButton>
      </Row>
      {words && (
        <span id={`${id}-problem`} role="alert" className={classes.problem}>
          {words}
        </span>
      )}
    </Stack>
  )
}
