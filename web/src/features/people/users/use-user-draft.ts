import { updateUser, type UserRecord } from '@tenfour/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/client.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { errorInfo } from '../../../ui/error-info.ts'
import { fieldOfError } from '../../../ui/form-errors.ts'
import { useZodForm } from '../../../ui/form.ts'
import { changedFields, draftOf, reapply, UserDraft } from './user-draft.ts'
import { refreshUser, userQuery } from './users.queries.ts'

/** A conflict with a field is a value already taken; one without is a concurrent change. */
const isVersionConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'conflict' && !error.field

/** The form state of an account, from opening to saving, including concurrent changes by others. */
export function useUserDraft(user: UserRecord) {
  const [base, setBase] = useState(user)
  const [isRefused, setRefused] = useState(false)
  const form = useZodForm(UserDraft, draftOf(user))
  const draft: UserDraft = form.getValues()
  const changed = changedFields(draftOf(base), draft)
  const isNewer = user.version !== base.version
  const isOverlapping = changedFields(draftOf(base), draftOf(user)).length > 0

  const startFrom = (record: UserRecord, values = draftOf(record)) => {
    setBase(record)
    setRefused(false)
    form.setFailure(null)
    form.setValues(values)
  }
  const hasConflict = isNewer && changed.length > 0 && (isOverlapping || isRefused)
  // Roles, whitelists and the like raise the version too; the edit continues from the newer account.
  const follow = useEffectEvent(() => {
    if (!isNewer || hasConflict) return
    startFrom(user, changed.length > 0 ? draft : draftOf(user))
  })
  // oxlint-disable-next-line set-state-in-effect -- the account changes outside the page; the form follows it
  useEffect(() => follow(), [user.version, hasConflict])

  const send = async (values: UserDraft, onto: UserRecord) => {
    const updateDepts = changedFields(draftOf(onto), values).includes('userDepartments')
    const params = { userId: user.userId, updateDepts }
    try {
      const saved = await call(updateUser, { params, body: { user: { ...values, version: onto.version } } })
      queryClient.setQueryData(userQuery(user.userId).queryKey, saved)
      startFrom(saved)
      notify.success(`${saved.name} has been saved`)
    } catch (error) {
      if (!isVersionConflict(error)) throw error
      setRefused(true)
      // Shown in the form too, in case the changed account cannot be fetched.
      form.setFailure(errorInfo(error))
    } finally {
      void refreshUser(user.userId)
    }
  }

  return {
    form,
    draft,
    base,
    changed,
    isDirty: changed.length > 0,
    hasConflict,
    save: form.submit((values) => send(values, base)),
    discard: () => startFrom(user),
    /** Applies the changes made here to the current account, and saves that. */
    reapplyMine: async () => {
      const merged = reapply(draftOf(base), draft, draftOf(user))
      startFrom(user, merged)
      const { data: values, error: invalid } = UserDraft.safeParse(merged)
      // Not valid yet: it stays in the form, which shows the errors on saving.
      if (invalid) return
      try {
        await send(values, user)
      } catch (error) {
        const info = errorInfo(error)
        const field = fieldOfError(merged, info)
        if (field === null) form.setFailure(info)
        else form.setErrors({ [field]: info.message })
      }
    },
  }
}
