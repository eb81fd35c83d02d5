import { Text, Textarea } from '@mantine/core'
import { changeRankInDepartment } from '@tenfour/contract'
import { z } from 'zod'
import { ApiError } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/client.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { RankSelect } from '../departments/departments.port.ts'
import { refreshMembers } from './members.queries.ts'
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
  person: { readonly userId: number; readonly name: string; readonly version: number }
  department: { readonly departmentId: number; readonly name: string }
  /** The rank that they hold there. */
  held: { readonly rankId: number | null; readonly rankName: string | null }
  /** Draws what the change would change everywhere. */
  changes: Changes
  onClose: () => void
}

/** Changes someone's rank in a department, as its head or as staff. */
export function RankForm({ person, department: { departmentId, name }, held: { rankId, rankName }, changes, onClose }: RankFormProps) {
  const form = useZodForm(RankDraft, { rankId, reason: '' })
  const chosen = form.getValues().rankId
  const save = async (draft: z.infer<typeof RankDraft>) => {
    try {
      await call(changeRankInDepartment, { params: { departmentId, userId: person.userId }, body: { ...draft, version: person.version } })
      notify.success(`The rank of ${person.name} is changed`)
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
    <FormModal title={`Change rank in ${name}`} onClose={onClose} isDirty={form.isDirty()}>
      <Stack as="form" gap={14} noValidate onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        <Text inherit fw={550}>
          {person.name}, {rankName ?? 'no rank'}
        </Text>
        <RankSelect
          isDialogFocus
          includeReserves
          departmentId={departmentId}
          value={chosen}
          onChange={({ value }) => form.setFieldValue('rankId', value)}
          error={form.errors['rankId']}
        />
        {chosen !== null && chosen !== rankId && changes({ userId: person.userId, rank: { departmentId, rankId: chosen } })}
        <Textarea
          label="Reason"
          description="The member is told the reason, and their history keeps it."
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
