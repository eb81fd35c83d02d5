import { Button, FileButton, TextInput } from '@mantine/core'
import { lookPictureUrl, PICTURE_BYTES, PICTURE_TYPES, uploadLookPicture } from '@tenfour/contract'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { errorInfo } from '../../../ui/error-info.ts'
import { Row, Stack } from '../../../ui/layout.tsx'
import { pictureProblem } from '../../people/pictures/pictures.port.ts'
import classes from './LookFields.module.css'

type FieldProps = {
  readonly id: string
  readonly value: string
  readonly error: string | null
  readonly disabled: boolean
  readonly 'aria-description': string
  readonly onChange: (value: string) => void
}

const SHIPPED_COLOUR = '#0b63ce'

/** A colour as a code, with a field to choose one by sight. */
export const ColourField = ({ value, onChange, ...common }: FieldProps) => (
  <TextInput
    {...common}
    value={value}
    maxLength={7}
    placeholder="As shipped"
    className={classes.code}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    rightSectionWidth={44}
    rightSection={
      <input
        type="color"
        className={classes.swatch}
        aria-label="Pick a colour"
        disabled={common.disabled}
        value={/^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : SHIPPED_COLOUR}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    }
  />
)

/** A picture of the look. It is uploaded as soon as it is chosen, and shown to nobody else until it is saved. */
export function LookPictureField({ id, value, error, disabled, onChange, ...described }: FieldProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const [turns, setTurns] = useState(0)
  // The button that was pressed was disabled meanwhile.
  useEffect(() => {
    if (turns > 0) button.current?.focus()
  }, [turns])
  const upload = async (file: File) => {
    setBusy(true)
    setProblem(null)
    try {
      onChange((await call(uploadLookPicture, { file })).digest)
    } catch (failure) {
      setProblem(errorInfo(failure).message)
    } finally {
      setBusy(false)
      setTurns((count) => count + 1)
    }
  }
  const choose = (file: File | null) => {
    if (!file) return
    const wrong = pictureProblem(file)
    if (wrong) setProblem(wrong)
    else void upload(file)
  }
  const words = problem ?? error
  return (
    <Stack gap={6}>
      <Row>
        {value !== '' && <img className={classes.thumbnail} src={lookPictureUrl(value, 'thumbnail')} alt="" />}
        <FileButton accept={PICTURE_TYPES.join()} disabled={disabled} onChange={choose}>
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
              {value === '' ? 'Upload a picture' : 'Change the picture'}
            </Button>
          )}
        </FileButton>
      </Row>
      <span className={classes.hint}>PNG, JPEG or WebP, at most {PICTURE_BYTES / 1_000_000} MB</span>
      {words && (
        <span id={`${id}-problem`} role="alert" className={classes.problem}>
          {words}
        </span>
      )}
    </Stack>
  )
}
