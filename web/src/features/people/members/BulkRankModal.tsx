import { Button, Text, Textarea } from '@mantine/core'
import { changeRanks, type RankPreview } from '@tenfour/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '../../../platform/api/client.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { CardLoading } from '../../../ui/CardStates.tsx'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { PageError } from '../../../ui/PageStates.tsx'
import { DepartmentSelect, RankSelect } from '../departments/departments.port.ts'
import type { Changes } from '../users/users.port.ts'
import { rankPreviewQuery, refreshMembers } from './members.queries.ts'
import { RankPreviewTable } from './RankPreviewTable.tsx'
import { changeWords, outcomeSummary, willChange } from './standing.ts'
import { Columns, Row, Stack } from '../../../ui/layout.tsx'

const Reason = z.object({ reason: z.string().trim().min(1, 'Enter a reason').max(500, 'At most 500 characters') })

type BulkRankModalProps = {
  userIds: readonly number[]
  /** The department they all share, if there is just one. */
  departmentId: number | null
  /** Draws what the change would change everywhere. */
  changes: Changes
  onClose: () => void
  onChanged: () => void
}

/** Sets one rank for several members: select it, preview the effect on each, give a reason, apply. */
export function BulkRankModal({ userIds, departmentId: shared, changes, onClose, onChanged }: BulkRankModalProps) {
  const [departmentId, setDepartmentId] = useState(shared)
  const [rankId, setRankId] = useState<number | null>(null)
  const form = useZodForm(Reason, { reason: '' })
  const chosen = departmentId === null || rankId === null ? null : { departmentId, toRankId: rankId }
  const query = rankPreviewQuery({ departmentId: 0, toRankId: 0, ...chosen, userIds: [...userIds] })
  const preview = useQuery({ ...query, queryFn: chosen ? query.queryFn : skipToken })
  const previews: readonly RankPreview[] = (chosen && preview.data) || []
  const changing = previews.filter(willChange)

  const apply = async ({ reason }: z.infer<typeof Reason>) => {
    if (!chosen) return
    const members = changing.map(({ userId, version }) => ({ userId, version }))
    try {
      const { changed } = await call(changeRanks, { body: { ...chosen, members, reason } })
      notify.success(changed === 1 ? '1 rank changed' : `${changed} ranks changed`)
    } catch (error) {
      // Whatever the error, the next attempt starts from a fresh preview.
      await preview.refetch()
      throw error
    }
    onChanged()
    await refreshMembers()
  }

  return (
    <FormModal
      title={`Change the rank of ${userIds.length} ${userIds.length === 1 ? 'member' : 'members'}`}
      onClose={onClose}
      isDirty={form.isDirty()}
      size={680}
    >
      <Stack as="form" gap={14} noValidate onSubmit={form.submit(apply)}>
        <FormError error={form.failure} />
        <Columns gap={14} align="start" stackBelow="36em">
          <DepartmentSelect
            showAll
            value={departmentId}
            onChange={({ value }) => {
              setDepartmentId(value)
              setRankId(null)
            }}
          />
          <RankSelect includeReserves departmentId={departmentId} value={rankId} onChange={({ value }) => setRankId(value)} />
        </Columns>
        {chosen &&
          (preview.data ? (
            <Stack aria-label="Preview" as="section" gap={6}>
              <Text inherit fw={550} aria-live="polite">
                {outcomeSummary(previews)}
              </Text>
              <RankPreviewTable previews={previews} />
              {changing.length > 0 &&
                changes({
                  userIds: changing.map(({ userId }) => userId),
                  rank: { departmentId: chosen.departmentId, rankId: chosen.toRankId },
                })}
            </Stack>
          ) : preview.isError ? (
            <PageError error={preview.error} onRetry={preview.refetch} />
          ) : (
            <CardLoading rows={4} />
          ))}
        <Textarea
          label="Reason"
          description="Kept in each member’s history."
          withAsterisk
          autosize
          minRows={2}
          maxRows={6}
          {...form.getInputProps('reason')}
        />
        <Row justify="end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.submitting} disabled={changing.length === 0}>
            {changing.length === 0 ? 'Nothing to change' : changeWords(changing.length)}
          </Button>
        </Row>
      </Stack>
    </FormModal>
  )
}
