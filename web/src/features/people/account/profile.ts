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
 * What to go on with after the account was changed elsewhere: what was not touched here follows, what was is kept. Where both sides
 * changed the same field to different things, it is a conflict, and only the reader can say which it is to be.
 */
export function mergeProfile(base: Profile, mine: Profile, theirs: Profile): { values: Profile; conflicts: ProfileField[] } {
  const isTouched = (field: ProfileField) => mine[field] !== base[field]
  const conflicts = FIELDS.filter((field) => isTouched(field) && theirs[field] !== base[field] && theirs[field] !== mine[field])
  const kept = Object.fromEntries(FIELDS.filter(isTouched).map((field) => [field, mine[field]]))
  return { values: { ...theirs, ...kept }, conflicts }
}
