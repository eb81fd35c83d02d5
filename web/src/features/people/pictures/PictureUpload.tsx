import { Button, FileButton, Text } from '@mantine/core'
import { PICTURE_BYTES, PICTURE_TYPES } from '@tenfour/contract'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { errorInfo, type ErrorInfo } from '../../../ui/error-info.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { pictureProblem } from './picture-problem.ts'
import classes from './PictureField.module.css'
import { Row, Stack } from '../../../ui/layout.tsx'

type PictureUploadProps = {
  /** The word for the picture: 'picture', 'photo'. */
  word: string
  /** The picture as it is now. */
  shown: ReactNode
  hasPicture: boolean
  /** Absent where the viewer may only remove it. */
  onUpload?: (file: File) => Promise<unknown>
  onRemove: () => Promise<unknown>
  /** Who sees it. */
  hint?: string
}

/** A picture: shown, replaced and removed at once, independent of the form around it. */
export function PictureUpload({ word, shown, hasPicture, onUpload, onRemove, hint = '' }: PictureUploadProps) {
  const [error, setError] = useState<ErrorInfo | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const upload = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLFieldSetElement>(null)
  const [turns, setTurns] = useState(0)
  // The button that was pressed was disabled meanwhile, and may be gone.
  useEffect(() => {
    if (turns > 0) (upload.current ?? field.current)?.focus()
  }, [turns])

  const send = async (work: () => Promise<unknown>) => {
    setIsBusy(true)
    setError(null)
    try {
      await work()
    } catch (problem) {
      setError(errorInfo(problem))
    } finally {
      setIsBusy(false)
      setTurns((count) => count + 1)
    }
  }
  const choose = (file: File | null) => {
    if (!file || !onUpload) return
    const problem = pictureProblem(file)
    if (problem) return setError({ message: problem })
    void send(() => onUpload(file))
  }
  return (
    <Row as="fieldset" gap={16} nowrap ref={field} tabIndex={-1}>
      <legend className={classes.legend}>{word[0]?.toUpperCase() + word.slice(1)}</legend>
      {shown}
      <Stack gap={6}>
        <Row>
          {onUpload && (
            <FileButton accept={PICTURE_TYPES.join()} onChange={choose}>
              {(props) => (
                <Button {...props} ref={upload} variant="default" size="xs" loading={isBusy}>
                  {hasPicture ? 'Change' : 'Upload'} {word}
                </Button>
              )}
            </FileButton>
          )}
          {hasPicture && (
            <Button variant="subtle" color="red" size="xs" disabled={isBusy} onClick={() => void send(onRemove)}>
              Remove {word}
            </Button>
          )}
        </Row>
        {!onUpload && !hasPicture && (
          <Text c="dimmed" size="sm">
            None
          </Text>
        )}
        {onUpload && (
          <Text c="dimmed" size="sm">
            PNG, JPEG or WebP, at most {PICTURE_BYTES / 1_000_000} MB. {hint}
          </Text>
        )}
        {error && <FormError error={error} />}
      </Stack>
    </Row>
  )
}
