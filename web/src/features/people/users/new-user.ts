import { NewUserInput, Password, type UserRecord } from '@tenfour/contract'
import type { z } from 'zod'

/** The form of a new account. Flat, because the server's errors name fields without their nesting. */
export const NewUser = NewUserInput.omit({ avatarColor: true }).extend({ password: Password })
export type NewUser = z.infer<typeof NewUser>

export type CreatedUser = {
  readonly user: UserRecord
  readonly values: NewUser
  /** Shown once; null if the administrator typed the password. */
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

/** Accounts are often created in groups: the next one keeps departments, roles and permissions, but nothing personal. */
export const nextNewUser = ({ values: { userDepartments, roleIds, userPermissions } }: CreatedUser): NewUser => ({
  ...emptyNewUser(),
  userDepartments,
  roleIds,
  userPermissions,
})
