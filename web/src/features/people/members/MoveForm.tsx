import { Text, Textarea } from '@mantine/core'
import { accessSubject, isAllowed, manageMembers, moveMember, type Move } from '@tenfour/contract'
import { z } from 'zod'
import { ApiError } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/client.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { heldDepartments } from '../../../platform/session/held-departments.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { useZodForm } from '../../../ui/form.ts'
import { Stack } from '../../../ui/layout.tsx'
import { DepartmentSelect, RankSelect } from '../departments/departments.port.ts'
import type { Changes } from '../users/users.port.ts'

type Place = { readonly departmentId: number; readonly name: string }
/** The kind of move. `to` is known where a head adds someone to their own department. */
export type MoveKind =
  | { readonly kind: 'add'; readonly to?: Place }
  | { readonly kind: 'transfer'; readonly from: Place }
  | { readonly kind: 'remove'; readonly from: Place }

const Draft = z.object({
  departmentId: z.int().positive().nullable(),
  rankId: z.int().positive().nullable(),
  reason: z.string().trim().min(1, 'Enter a reason').max(500, 'At most 500 characters'),
})
const withDepartment = Draft.refine(({ departmentId }) => departmentId !== null, { path: ['departmentId'], error: 'Choose a department' })

type MoveFormProps = {
  person: { readonly userId: number; readonly name: string; readonly version: number }
  move: MoveKind
  /** The departments that they are in. */
  heldIds?: readonly number[]
  /** Draws what the change would change everywhere. */
  changes: Changes
  onClose: () => void
  onMoved: () => unknown
}

/** Adds a member to a department, transfers them to another, or removes them from one. */
export function MoveForm({ person, move, heldIds = [], changes, onClose, onMoved }: MoveFormProps) {
  const user = useSignedInUser()
  const from = move.kind === 'add' ? null : move.from
  const fixed = move.kind === 'add' ? move.to : undefined
  const isRemoval = move.kind === 'remove'
  const form = useZodForm(isRemoval ? Draft : withDepartment, { departmentId: fixed?.departmentId ?? null, rankId: null, reason: '' })
  const { departmentId, rankId } = form.getValues()
  // Heads who are not staff give ranks in their own departments alone.
  const givesRanks =
    isAllowed(manageMembers, accessSubject(user)) ||
    heldDepartments(user, 'headDepartment').some((each) => each.departmentId === departmentId)
  const moveOf = (chosen: { departmentId: number | null; rankId: number | null }): Move => ({
    from: from?.departmentId ?? null,
    to: chosen.departmentId === null ? null : { departmentId: chosen.departmentId, rankId: givesRanks ? chosen.rankId : null },
  })

  const save = async ({ reason, ...chosen }: z.infer<typeof Draft>) => {
    try {
      await call(moveMember, { params: { userId: person.userId }, body: { move: moveOf(chosen), reason, version: person.version } })
      notify.success(DONE[move.kind](person.name, from?.name ?? fixed?.name ?? 'the department'))
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'conflict')) throw error
      form.setFailure({
        message: `${error.message}. The list behind this dialog is up to date again: close the dialog, check the list and start again.`,
      })
    } finally {
      await onMoved()
    }
  }
  return (
    <FormModal title={titleOf(move, person.name)} onClose={onClose} isDirty={form.isDirty()}>
      <Stack as="form" gap={14} noValidate onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        {isRemoval ? (
          <Text inherit>Their rank and what comes with it go with the department. The account and its records stay.</Text>
        ) : (
          !fixed && (
            <DepartmentSelect
              showAll
              isDialogFocus
              excludedIds={heldIds}
              value={departmentId}
              onChange={({ value }) => form.setValues({ departmentId: value, rankId: null })}
              error={form.errors['departmentId']}
            />
          )
        )}
        {!isRemoval && givesRanks && (
          <RankSelect
            required={false}
            isDialogFocus={fixed !== undefined}
            includeReserves
            departmentId={departmentId}
            value={rankId}
            onChange={({ value }) => form.setFieldValue('rankId', value)}
            error={form.errors['rankId']}
          />
        )}
        {!isRemoval && !givesRanks && departmentId !== null && (
          <Text c="dimmed" size="sm">
            You do not head this department. They join it without a rank, and its own heads give one.
          </Text>
        )}
        {(isRemoval || departmentId !== null) && changes({ userId: person.userId, move: moveOf({ departmentId, rankId }) })}
        <Textarea
          data-autofocus={isRemoval || undefined}
          label="Reason"
          description="The member is told the reason, and the audit log keeps it."
          withAsterisk
          autosize
          minRows={2}
          maxRows={6}
          {...form.getInputProps('reason')}
        />
        <FormButtons submitLabel={SUBMIT[move.kind]} danger={isRemoval} isSubmitting={form.submitting} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}

const SUBMIT = { add: 'Add to department', transfer: 'Transfer', remove: 'Remove from department' } as const
const DONE: Readonly<Record<MoveKind['kind'], (name: string, department: string) => string>> = {
  add: (name, department) => `${name} is added to ${department}`,
  transfer: (name, department) => `${name} is transferred out of ${department}`,
  remove: (name, department) => `${name} is removed from ${department}`,
}

function titleOf(move: MoveKind, name: string): string {
  if (move.kind === 'transfer') return `Transfer ${name} out of ${move.from.name}`
  if (move.kind === 'remove') return `Remove ${name} from ${move.from.name}`
  return move.to ? `Add ${name} to ${move.to.name}` : `Add ${name} to a department`
}
