import { Text, Textarea } from '@mantine/core'
import { changeRank, type Member, type UserDepartment } from '@tenfour/contract'
import { z } from 'zod'
import { ApiError } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/client.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { RankSelect } from '../departments/departments.port.ts'
import { memberQuery, refreshMembers } from './members.queries.ts'
import type { Changes } from '../users/users.port.ts'
import { Stack } from '../../../ui/layout.tsx'
import { FormButtons } from '../../../ui/FormButtons.tsx'

const RankDraft = z.object({
  rankId: z
    .int()
    .positive()
    .nullable()
    .refine((rankId) => rankId !== null, 'Choose a rank'),
  reason: z.string().trim().min(1, 'Enter a reason').max(500, 'At most 500 characters'),
})

type RankFormProps = {
  member: Member
  posting: UserDepartment
  /** Draws what the change would change everywhere. */
  changes: Changes
  onClose: () => void
}

export function RankForm({ member, posting: { departmentId, department, rankId, rankName }, changes, onClose }: RankFormProps) {
  const form = useZodForm(RankDraft, { rankId, reason: '' })
  const chosen = form.getValues().rankId
  const save = async (draft: z.infer<typeof RankDraft>) => {
    try {
      const changed = await call(changeRank, {
        params: { userId: member.userId },
        body: { ...draft, departmentId, version: member.version },
      })
      queryClient.setQueryData(memberQuery(member.userId).queryKey, changed)
      notify.success(`The rank of ${member.name} is changed`)
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'conflict')) throw error
      // The page behind shows the current member; saving again starts from there.
      form.setFailure({ message: `${error.message}. The dialog now shows the current rank: check it and save again.` })
    } finally {
      await refreshMembers()
    }
  }
  return (
    <FormModal title={`Change rank in ${department.name}`} onClose={onClose} isDirty={form.isDirty()}>
      <Stack as="form" gap={14} noValidate onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        <Text inherit fw={550}>
          {member.name}, {rankName ?? 'no rank'}
        </Text>
        <RankSelect
          isDialogFocus
          includeReserves
          departmentId={departmentId}
          value={chosen}
          onChange={({ value }) => form.setFieldValue('rankId', value)}
          error={form.errors['rankId']}
        />
        {chosen !== null && chosen !== rankId && changes({ userId: member.userId, rank: { departmentId, rankId: chosen } })}
        <Textarea
          label="Reason"
          description="Kept in the member’s history."
          withAsterisk
          autosize
          minRows={2}
          maxRows={6}
          {...form.getInputProps('reason')}
        />
        <FormButtons submitLabel="Change rank" isSubmitting={form.submitting} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}
