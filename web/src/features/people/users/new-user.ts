import { NewUserInput, Password, type UserRecord } from '@tenfour/contract'
import type { z } from 'zod'

/** The form of a new account. Flat, because the server names the fields it refuses without the part of the body they are in. */
export const NewUser = NewUserInput.omit({ avatarColor: true }).extend({ password: Password })
export type NewUser = z.infer<typeof NewUser>

export type CreatedUser = {
  readonly user: UserRecord
  readonly values: NewUser
  /** Shown once; null where the administrator typed one and so knows it. */
  readonly generatedPassword: string | null
}

export const emptyNewUser = (): NewUser => ({
  name: '',
  emailAddress: '',
  steamId: '',
  userDepartments: [],
  roleIds: [],
  userPermissions: [],
  password: '',
})

/** People come in groups: the next one gets the same departments, roles and permissions, and nothing that is personal. */
export const nextNewUser = ({ values: { userDepartments, roleIds, userPermissions } }: CreatedUser): NewUser => ({
  ...emptyNewUser(),
  userDepartments,
  roleIds,
  userPermissions,
})
