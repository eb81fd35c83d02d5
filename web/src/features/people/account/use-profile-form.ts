import { me, updateSelf, type CurrentUser, AvatarColor, EmailAddress, SteamHex, UserName } from '@tenfour/contract'
import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/client.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { useZodForm } from '../../../ui/form.ts'
import { setCurrentUser } from './settings.queries.ts'
import { z } from 'zod'

const ProfileInput = z.object({ name: UserName, emailAddress: EmailAddress, steamId: SteamHex, avatarColor: AvatarColor })
export type Profile = z.infer<typeof ProfileInput>
type ProfileField = keyof Profile

export const FIELD_NAMES: Readonly<Record<ProfileField, string>> = {
  name: 'name',
  emailAddress: 'email address',
  steamId: 'Steam hex',
  avatarColor: 'avatar colour',
}
const FIELDS = ['name', 'emailAddress', 'steamId', 'avatarColor'] as const satisfies readonly ProfileField[]

export const profileOf = ({ name, emailAddress, steamId, avatarColor }: CurrentUser): Profile => ({
  name,
  emailAddress,
  steamId: steamId ?? '',
  avatarColor,
})

/**
 * Merges the form with a change made elsewhere: untouched fields take the new value, edited ones are kept. If both sides changed the same
 * field to different values, it is a conflict for the user to resolve.
 */
export function mergeProfile(base: Profile, mine: Profile, theirs: Profile): { values: Profile; conflicts: ProfileField[] } {
  const isTouched = (field: ProfileField) => mine[field] !== base[field]
  const conflicts = FIELDS.filter((field) => isTouched(field) && theirs[field] !== base[field] && theirs[field] !== mine[field])
  const kept = Object.fromEntries(FIELDS.filter(isTouched).map((field) => [field, mine[field]]))
  return { values: { ...theirs, ...kept }, conflicts }
}

/** A conflict with a field is a value someone else has; one without is a concurrent change. */
const isVersionConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'conflict' && !error.field

/** The form for one's own profile, which follows changes made to the account elsewhere. */
export function useProfileForm(user: CurrentUser) {
  const form = useZodForm(ProfileInput, profileOf(user))
  const mine: Profile = form.getValues()
  const theirs = profileOf(user)
  const { values, conflicts } = mergeProfile(form.getInitialValues(), mine, theirs)

  const goOnFrom = (base: Profile, next: Profile) => {
    form.setInitialValues(base)
    form.setValues(next)
    form.resetDirty(base)
  }
  const follow = useEffectEvent(() => {
    const base = form.getInitialValues()
    // Conflicting fields keep the common base; all others continue from the newer version.
    goOnFrom({ ...theirs, ...Object.fromEntries(conflicts.map((field) => [field, base[field]])) }, values)
  })
  useEffect(() => follow(), [user.version])

  const save = async (input: Profile) => {
    try {
      const saved = await call(updateSelf, { params: { userId: user.userId }, body: { user: { ...input, version: user.version } } })
      goOnFrom(profileOf(saved), profileOf(saved))
      setCurrentUser(saved)
      notify.success('Your profile is saved')
    } catch (error) {
      if (!isVersionConflict(error)) throw error
      setCurrentUser(await call(me))
      form.setFailure({ message: 'Your account was changed elsewhere in the meantime. Check the values and save again.' })
    }
  }

  return {
    form,
    conflicts,
    theirs,
    isDirty: form.isDirty(),
    save: form.submit(save),
    discard: () => goOnFrom(theirs, theirs),
    /** Takes the other side's value for every conflicting field. */
    takeTheirs: () => goOnFrom(theirs, { ...values, ...Object.fromEntries(conflicts.map((field) => [field, theirs[field]])) }),
  }
}
