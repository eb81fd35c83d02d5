import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useNavigate, useSearch } from '@tanstack/react-router'
import { ApiError } from '../../../platform/api/api-error.ts'
import { PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { lastListSearch } from './list-memory.ts'
import { type Changes, previewedChange, type UserDraft, type DraftField } from './user-draft.ts'
import { userQuery, refreshUser } from './users.queries.ts'
import { mayHandleUser, whyNotTakeOver, type UserRecord } from '@tenfour/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLeaveQuestion } from '../../../platform/leave/useLeaveQuestion.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { AuditTrail } from '../audit/audit.port.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Card } from '../../../ui/Card.tsx'
import { errorWithin } from '../../../ui/form-errors.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { DangerZone } from './DangerZone.tsx'
import { MembershipEditor } from './MembershipEditor.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { PermissionBoxes } from './PermissionBoxes.tsx'
import { SignIns } from './SignIns.tsx'
import { useUserDraft } from './use-user-draft.ts'
import { tabOfErrors, type UserTab } from './user-tabs.ts'
import { UserHeader } from './UserHeader.tsx'
import classes from './UserPage.module.css'
import { UserRoles } from './UserRoles.tsx'
import { Whitelist } from './Whitelist.tsx'
import { ColorField, SteamHexField } from '../account/settings.port.ts'
import { PasswordLinkCard } from '../password-links/password-links.port.ts'
import { PictureField } from '../pictures/pictures.port.ts'
import { SteamStatus } from '../steam-claims/steam-claims.port.ts'
import type { ZodForm } from '../../../ui/form.ts'
import { UnsavedBar } from '../../../ui/UnsavedBar.tsx'
import { FIELD_NAMES } from './user-differences.ts'

export function UserPage({ changes }: { changes: Changes }) {
  const { userId } = useParams({ from: '/shell/admin/users/$userId' })
  const user = useQuery(userQuery(userId))
  if (user.data) return <UserEditor key={userId} user={user.data} changes={changes} />
  if (user.isPending) return <PageLoading label="Loading the user" />
  const status = user.error instanceof ApiError ? user.error.status : 0
  return (
    <>
      <h1 className="visually-hidden">User</h1>
      <PageError
        title={status === 404 ? 'There is no such user' : status === 403 ? 'This account is above yours' : undefined}
        error={status === 403 ? 'You can neither see nor change the account of someone whose role is above your own.' : user.error}
        onRetry={status === 404 || status === 403 ? undefined : user.refetch}
        action={
          <Button variant="default" renderRoot={(props) => <Link to="/admin/users" search={lastListSearch()} {...props} />}>
            Back to the users
          </Button>
        }
      />
    </>
  )
}

const FORM_ID = 'user-form'

function UserEditor({ user, changes }: { user: UserRecord; changes: Changes }) {
  const actor = useSignedInUser()
  const { tab = 'account' } = useSearch({ from: '/shell/admin/users/$userId' })
  const editing = useUserDraft(user)
  const { form } = editing
  const mayChange = mayHandleUser(actor, user)
  const whyNotSignIn = mayChange ? whyNotTakeOver(actor, user) : null
  const unsaved = mayChange ? previewedChange(user.userId, editing) : null
  useLeaveQuestion(editing.changed.length)
  useErrorTab(form.errors, tab)
  return (
    <>
      <UserHeader user={user} tab={tab} changed={editing.changed} />
      {!mayChange && (
        <Banner tone="info" title="You can look at this account but not change it.">
          Its role is above your own.
        </Banner>
      )}
      {whyNotSignIn && tab === 'account' && (
        <Banner tone="info" title="You can’t change how this account signs in.">
          {whyNotSignIn}. Password, email address and Steam hex stay as they are.
        </Banner>
      )}
      <form id={FORM_ID} className={classes.form} noValidate onSubmit={editing.save} inert={!mayChange} hidden={!isEdited(tab)}>
        <FormError error={form.failure} />
        {tab === 'account' && <AccountFields form={form} user={user} />}
        {tab === 'departments' && (
          <Card title="Departments" aside="Memberships, ranks and which one is primary">
            <MembershipEditor
              value={editing.draft.userDepartments}
              onChange={(memberships) => form.setFieldValue('userDepartments', memberships)}
              held={user.userDepartments.map(({ department }) => department)}
              errors={form.errors}
            />
          </Card>
        )}
        {tab === 'roles' && (
          <>
            <UserRoles user={user} changes={changes} />
            <Card title="Permissions" aside="In addition to what their roles allow; saved with the form">
              <PermissionBoxes
                value={editing.draft.userPermissions}
                onChange={(permissions) => form.setFieldValue('userPermissions', permissions)}
                error={errorWithin(form.errors, 'userPermissions')}
              />
            </Card>
          </>
        )}
        {unsaved && changes(unsaved)}
      </form>
      {tab === 'account' && mayChange && !whyNotSignIn && actor.userId !== user.userId && isInUse(user) && (
        <PasswordLinkCard userId={user.userId} name={user.name} />
      )}
      {tab === 'account' && mayChange && !whyNotSignIn && <PasswordCard user={user} />}
      {tab === 'account' && mayChange && <DangerZone user={user} changes={changes} />}
      {tab === 'whitelist' && <Whitelist user={user} isLocked={!mayChange} changes={changes} />}
      {tab === 'sign-ins' && <SignIns userId={user.userId} />}
      {tab === 'audit' && <AuditTrail userId={user.userId} />}
      <SaveBar formId={FORM_ID} changed={editing.changed} isSaving={form.submitting} onDiscard={editing.discard} />
      {editing.hasConflict && (
        <ConflictDialog
          base={editing.base}
          mine={editing.draft}
          now={user}
          onTakeTheirs={editing.discard}
          onReapply={editing.reapplyMine}
        />
      )}
    </>
  )
}

const isInUse = ({ isDisabled, isDeleted }: UserRecord): boolean => !isDisabled && !isDeleted

const isEdited = (tab: UserTab): boolean => tab === 'account' || tab === 'departments' || tab === 'roles'

/** An error in a field on another tab opens that tab. */
function useErrorTab(errors: Readonly<Record<string, unknown>>, tab: UserTab): void {
  const navigate = useNavigate()
  const show = useEffectEvent(() => {
    const wanted = tabOfErrors(errors, tab)
    if (wanted) void navigate({ to: '.', search: { tab: wanted }, resetScroll: false })
  })
  useEffect(() => show(), [errors])
}

function AccountFields({ form, user }: { form: ZodForm<typeof UserDraft>; user: UserRecord }) {
  const { name, steamId, avatarColor } = form.getValues()
  // Stays after removal, so that the focus does.
  const [hadPicture] = useState(user.picture !== null)
  return (
    <Card title="Profile">
      <div className={classes.fields}>
        <TextInput label="Name" withAsterisk autoComplete="off" {...form.getInputProps('name')} />
        <TextInput label="Email address" type="email" withAsterisk autoComplete="off" {...form.getInputProps('emailAddress')} />
        <SteamHexField
          value={steamId}
          onChange={(value) => form.setFieldValue('steamId', value)}
          error={form.errors['steamId']}
          withHelp={false}
        />
        <SteamStatus userId={user.userId} steamId={user.steamId} />
        {hadPicture && <PictureField user={user} isOwn={false} onChange={() => void refreshUser(user.userId)} />}
        <ColorField name={name} value={avatarColor} onChange={(color) => form.setFieldValue('avatarColor', color)} />
      </div>
    </Card>
  )
}

type SaveBarProps = { formId: string; changed: readonly DraftField[]; isSaving: boolean; onDiscard: () => void }

/** On every tab of an account. */
function SaveBar({ changed, ...bar }: SaveBarProps) {
  return <UnsavedBar what={changed.map((field) => FIELD_NAMES[field].toLowerCase())} {...bar} />
}
