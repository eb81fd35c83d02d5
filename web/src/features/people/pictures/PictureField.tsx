import { deleteUserPicture, saveUserPicture } from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { PictureUpload } from './PictureUpload.tsx'
import { UserAvatar, type Pictured } from './UserAvatar.tsx'

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
