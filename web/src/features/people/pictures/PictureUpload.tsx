import { Button, FileButton, Text } from '@mantine/core'
import { PICTURE_BYTES, PICTURE_TYPES, deleteUserPicture, saveUserPicture } from '@tenfour/contract'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { errorInfo, type ErrorInfo } from '../../../ui/error-info.ts'
import { FormError } from '../../../ui/FormError.tsx'
import classes from './PictureUpload.module.css'
import { Row, Stack } from '../../../ui/layout.tsx'
import { call } from '../../../platform/api/client.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { UserAvatar, type Pictured } from './UserAvatar.tsx'

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

type PictureFieldProps = {
  user: Pictured
  /** Nobody sets another member's picture; members who manage accounts may remove it. */
  isOwn: boolean
  onChange: (picture: string | null) => void
}

/** A member's picture. */
export function PictureField({ user, isOwn, onChange }: PictureFieldProps) {
  const { userId, picture } = user
  const save = async (file: File) => {
    onChange((await call(saveUserPicture, { params: { userId }, file })).picture)
    notify.success('Your picture is saved')
  }
  const remove = async () => {
    onChange((await call(deleteUserPicture, { params: { userId } })).picture)
    notify.success('Picture removed')
  }
  return (
    <PictureUpload
      word="picture"
      shown={<UserAvatar user={user} size={56} />}
      hasPicture={picture !== null}
      {...(isOwn && { onUpload: save })}
      onRemove={remove}
      hint="Every member can see it."
    />
  )
}

/** The problem with a file before it is sent; the server reads the rest from its content. */
export function pictureProblem({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!PICTURE_TYPES.some((known) => known === type)) return 'Choose a PNG, JPEG or WebP picture.'
  if (size > PICTURE_BYTES) return `This picture has ${(size / 1_000_000).toFixed(1)} MB: at most ${PICTURE_BYTES / 1_000_000} MB.`
  return undefined
}
