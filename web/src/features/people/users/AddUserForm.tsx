import { Button, Checkbox, Text, TextInput } from '@mantine/core'
import { createUser, SteamHex, UserName, type PreviewedChange, NewUserInput, Password, type UserRecord } from '@tenfour/contract'
import { useState, type ReactNode } from 'react'
import type { z } from 'zod'
import { call } from '../../../platform/api/client.ts'
import { useLeaveQuestion } from '../../../platform/leave/useLeaveQuestion.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { SteamHexField } from '../account/settings.port.ts'
import { Card } from '../../../ui/Card.tsx'
import { errorWithin } from '../../../ui/form-errors.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import type { Changes } from './user-draft.ts'
import { MembershipEditor } from './MembershipEditor.tsx'
import { PasswordField } from './PasswordField.tsx'
import { PermissionBoxes } from './PermissionBoxes.tsx'
import classes from './UserPage.module.css'
import { useQuery } from '@tanstack/react-query'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { CardError, CardLoading } from '../../../ui/CardStates.tsx'
import { groupRoles, rolesQuery, whyOutOfReach } from '../roles/roles.port.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Columns, Stack } from '../../../ui/layout.tsx'

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

type AddUserFormProps = { start: NewUser; changes: Changes; onCreated: (created: CreatedUser) => void }

export function AddUserForm({ start, changes, onCreated }: AddUserFormProps) {
  const form = useZodForm(NewUser, start)
  const [isGenerated, setGenerated] = useState(false)
  const [isDone, setDone] = useState(false)
  const values = form.getValues()
  const unsaved = previewed(values)
  useLeaveQuestion(isDone ? 0 : form.changedFields().length)

  const create = async ({ password, ...user }: NewUser) => {
    const created = await call(createUser, { body: { user, password } })
    setDone(true)
    for (const queryKey of [['users'], ['audit'], ['roles']]) void queryClient.invalidateQueries({ queryKey })
    onCreated({ user: created, values: { ...user, password: '' }, generatedPassword: isGenerated ? password : null })
  }

  return (
    <form className={classes.form} noValidate onSubmit={form.submit(create)}>
      <FormError error={form.failure} />
      <Card title="Account">
        <div className={classes.fields}>
          <TextInput label="Name" withAsterisk autoComplete="off" {...form.getInputProps('name')} />
          <TextInput label="Email address" type="email" withAsterisk autoComplete="off" {...form.getInputProps('emailAddress')} />
          <SteamHexField
            value={values.steamId ?? ''}
            onChange={(value) => form.setFieldValue('steamId', value)}
            error={form.errors['steamId']}
            withHelp={false}
          />
          <PasswordField
            label="Password"
            withAsterisk
            value={values.password}
            onValueChange={(password, generated) => {
              form.setFieldValue('password', password)
              setGenerated(generated)
            }}
            error={form.errors['password']}
          />
        </div>
      </Card>
      <Card title="Departments" aside="The first is the primary one unless you say otherwise">
        <MembershipEditor
          value={values.userDepartments ?? []}
          onChange={(memberships) => form.setFieldValue('userDepartments', memberships)}
          errors={form.errors}
        />
      </Card>
      <AdvancedCard values={values} errors={form.errors} onChange={(chosen) => form.setValues(chosen)} />
      {values.name !== '' && (values.userDepartments ?? []).length === 0 && (
        <Banner tone="warning" title="No department is chosen.">
          {values.name} can sign in, but has no rank, no CAD and no patrols until someone adds a department.
        </Banner>
      )}
      {unsaved && changes(unsaved)}
      <div>
        <Button type="submit" loading={form.submitting}>
          Create user
        </Button>
      </div>
    </form>
  )
}

type Advanced = Pick<z.input<typeof NewUser>, 'roleIds' | 'userPermissions'>
type AdvancedCardProps = { values: Advanced; errors: Readonly<Record<string, ReactNode>>; onChange: (chosen: Advanced) => void }

/** Roles and permissions: closed at first, because most members need none. */
function AdvancedCard({ values: { roleIds = [], userPermissions = [] }, errors, onChange }: AdvancedCardProps) {
  const chosen = roleIds.length + userPermissions.length
  const [isOpen, setOpen] = useState(chosen > 0)
  const roleError = errorWithin(errors, 'roleIds')
  const permissionError = errorWithin(errors, 'userPermissions')
  const isShown = isOpen || Boolean(roleError) || Boolean(permissionError)
  return (
    <Card
      title="Advanced"
      aside={chosen === 0 ? 'Roles and permissions; most members need none' : chosenWords(roleIds.length, userPermissions.length)}
      link={
        <Button variant="subtle" size="compact-sm" aria-expanded={isShown} onClick={() => setOpen(!isShown)}>
          {isShown ? 'Hide' : 'Show'}
          <span className="visually-hidden"> roles and permissions</span>
        </Button>
      }
    >
      {isShown && (
        <Stack>
          <Text component="h3" size="sm" fw={620}>
            Roles
          </Text>
          <RoleBoxes value={roleIds} onChange={(next) => onChange({ roleIds: next })} error={roleError} />
          <Text component="h3" size="sm" fw={620}>
            Permissions, in addition to what their roles allow
          </Text>
          <PermissionBoxes value={userPermissions} onChange={(next) => onChange({ userPermissions: next })} error={permissionError} />
        </Stack>
      )}
    </Card>
  )
}

const chosenWords = (roles: number, permissions: number): string =>
  [
    roles > 0 && `${roles} ${roles === 1 ? 'role' : 'roles'}`,
    permissions > 0 && `${permissions} ${permissions === 1 ? 'permission' : 'permissions'}`,
  ]
    .filter(Boolean)
    .join(', ')

/** Only departments and roles lead to something beyond the account; what is half typed is left out. */
function previewed({ name, steamId, userDepartments = [], roleIds = [] }: z.input<typeof NewUser>): PreviewedChange | null {
  if (userDepartments.length + roleIds.length === 0) return null
  return {
    newMember: { name: UserName.safeParse(name).data ?? '', steamId: SteamHex.safeParse(steamId).data ?? '', userDepartments, roleIds },
  }
}

type RoleBoxesProps = { value: readonly number[]; onChange: (roleIds: number[]) => void; error?: ReactNode }

/** The initial roles of a new account; roles the actor may not grant are shown with the reason. */
function RoleBoxes({ value, onChange, error }: RoleBoxesProps) {
  const actor = useSignedInUser()
  const roles = useQuery(rolesQuery)
  if (roles.isPending) return <CardLoading rows={3} />
  if (roles.isError) return <CardError what="The roles" onRetry={roles.refetch} />
  return (
    <Checkbox.Group aria-label="Roles" value={value.map(String)} onChange={(chosen) => onChange(chosen.map(Number))} error={error}>
      <Columns gap="14px 20px" stackBelow="48em">
        {groupRoles(roles.data).flatMap(({ roles: members }) =>
          members.map((role) => {
            const reason = whyOutOfReach(actor, role)
            return (
              <Checkbox
                key={role.roleId}
                value={String(role.roleId)}
                label={role.name}
                description={[`${role.roleGroup.name}, level ${role.level}`, reason].filter(Boolean).join('. ')}
                disabled={reason !== null}
              />
            )
          }),
        )}
      </Columns>
    </Checkbox.Group>
  )
}
