import { AvatarColor, EmailAddress, SteamHex, UserName, type CurrentUser } from '@tenfour/contract'
import { z } from 'zod'

export const ProfileInput = z.object({ name: UserName, emailAddress: EmailAddress, steamId: SteamHex, avatarColor: AvatarColor })
export type Profile = z.infer<typeof ProfileInput>
export type ProfileField = keyof Profile

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
