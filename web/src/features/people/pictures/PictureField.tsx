import { Button, FileButton } from '@mantine/core'
import { deleteUserPicture, PICTURE_BYTES, PICTURE_TYPES, saveUserPicture } from '@tenfour/contract'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { errorInfo, type ErrorInfo } from '../../../ui/error-info.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { pictureProblem } from './picture-problem.ts'
import classes from './PictureField.module.css'
import { UserAvatar, type Pictured } from './UserAvatar.tsx'

type PictureFieldProps = {
  user: Pictured
  /** Nobody sets another member's picture; whoever manages accounts may remove it. */
  isOwn: boolean
  onChange: (picture: string | null) => void
}

/** A member's picture: shown, replaced and removed at once, independent of the form around it. */
export function PictureField({ user, isOwn, onChange }: PictureFieldProps) {
  const [error, setError] = useState<ErrorInfo | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const upload = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLFieldSetElement>(null)
  const { userId, picture } = user
  const [turns, setTurns] = useState(0)
  // The button that was pressed was disabled meanwhile, and may be gone.
  useEffect(() => {
    if (turns > 0) (upload.current ?? field.current)?.focus()
  }, [turns])

  const send = async (work: () => Promise<{ readonly picture: string | null }>, done: string) => {
    setIsBusy(true)
    setError(null)
    try {
      const saved = await work()
      onChange(saved.picture)
      notify.success(done)
    } catch (problem) {
      setError(errorInfo(problem))
    } finally {
      setIsBusy(false)
      setTurns((count) => count + 1)
    }
  }
  const choose = (file: File | null) => {
    if (!file) return
    const problem = pictureProblem(file)
    if (problem) return setError({ message: problem })
    void send(() => call(saveUserPicture, { params: { userId }, file }), 'Your picture is saved')
  }
  const remove = () => void send(() => call(deleteUserPicture, { params: { userId } }), 'Picture removed')
  return (
    <fieldset className={classes.field} ref={field} tabIndex={-1}>
      <legend className={classes.legend}>Picture</legend>
      <UserAvatar user={user} size={56} />
      <div className={classes.side}>
        <div className={classes.actions}>
          {isOwn && (
            <FileButton accept={PICTURE_TYPES.join()} onChange={choose}>
              {(props) => (
                <Button {...props} ref={upload} variant="default" size="xs" loading={isBusy}>
                  {picture ? 'Change picture' : 'Upload picture'}
                </Button>
              )}
            </FileButton>
          )}
          {picture && (
            <Button variant="subtle" color="red" size="xs" disabled={isBusy} onClick={remove}>
              Remove picture
            </Button>
          )}
        </div>
        {!isOwn && !picture && <p className={classes.hint}>None</p>}
        {isOwn && <p className={classes.hint}>PNG, JPEG or WebP, at most {PICTURE_BYTES / 1_000_000} MB. Every member can see it.</p>}
        {error && <FormError error={error} />}
      </div>
    </fieldset>
  )
}
