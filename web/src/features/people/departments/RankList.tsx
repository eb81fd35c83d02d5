import { Button, Checkbox, Text, TextInput } from '@mantine/core'
import { Capability, CAPABILITY_WORDS, RankInput, type ManagedDepartment, type ManagedRank } from '@tenfour/contract'
import { IconPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { BlockedButton } from '../../../ui/BlockedButton.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { SortableList } from '../../../ui/SortableList.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { saveRank, saveRankOrder, setRankRetired } from './departments.manage.ts'
import classes from './DepartmentsPage.module.css'
import { Row, Stack } from '../../../ui/layout.tsx'

/** A department's ranks, lowest first, as in every dropdown. */
export function RankList({ department }: { department: ManagedDepartment }) {
  const { departmentId, name, ranks } = department
  /** 'new', or the id of the rank being edited. */
  const [edited, setEdited] = useState<number | 'new' | null>(null)
  const active = ranks.filter(({ isRetired }) => !isRetired)
  const retired = ranks.filter(({ isRetired }) => isRetired)
  const close = () => setEdited(null)
  const row = (rank: ManagedRank) =>
    edited === rank.rankId ? (
      <RankForm departmentId={departmentId} rank={rank} onClose={close} />
    ) : (
      <RankRow rank={rank} onEdit={() => setEdited(rank.rankId)} />
    )
  return (
    <Stack gap={8}>
      <Text c="dimmed" size="sm" fw={600}>
        Ranks of {name}, lowest first
      </Text>
      <SortableList
        label={`Ranks of ${name}`}
        items={active}
        itemKey={({ rankId }) => rankId}
        itemName={({ rankName }) => rankName}
        onReorder={(order) => saveRankOrder(departmentId, order)}
      >
        {row}
      </SortableList>
      {edited === 'new' ? (
        <RankForm departmentId={departmentId} rank={null} onClose={close} />
      ) : (
        <Button
          className={classes.addRank}
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setEdited('new')}
        >
          Add rank<span className="visually-hidden">&nbsp;to {name}</span>
        </Button>
      )}
      {retired.length > 0 && (
        <>
          <Text c="dimmed" size="sm" fw={600}>
            Retired ranks
          </Text>
          <Stack as="ul" gap={8}>
            {retired.map((rank) => (
              <li key={rank.rankId}>{row(rank)}</li>
            ))}
          </Stack>
        </>
      )}
    </Stack>
  )
}

function RankRow({ rank, onEdit }: { rank: ManagedRank; onEdit: () => void }) {
  const { rankName, isReserve, isRetired, memberCount, capabilities } = rank
  const retire = useMutation({ mutationFn: (next: boolean) => setRankRetired(rank, next) })
  const ask = async () => {
    const body = 'It can no longer be given. Records that name it stay, and it can be restored.'
    if (await confirm({ title: `Retire the rank ${rankName}?`, body, subject: rankName, confirmLabel: 'Retire', danger: true }))
      retire.mutate(true)
  }
  return (
    <div className={classes.line}>
      <Row as="span" gap="0 10px" align="baseline" className="anywhere" style={{ flex: '1 1 200px' }}>
        {rankName}
        <Text span c="dimmed" size="sm">
          {memberCount} {memberCount === 1 ? 'member' : 'members'}
          {capabilities.length > 0 && ` · may ${capabilities.map((each) => CAPABILITY_WORDS[each]).join(', ')}`}
        </Text>
      </Row>
      {isReserve && <StatusBadge tone="neutral">Reserve</StatusBadge>}
      <Row gap={6} nowrap>
        <Button size="xs" variant="default" onClick={onEdit}>
          Edit<span className="visually-hidden">&nbsp;{rankName}</span>
        </Button>
        {isRetired ? (
          <Button size="xs" variant="default" loading={retire.isPending} onClick={() => retire.mutate(false)}>
            Restore<span className="visually-hidden">&nbsp;{rankName}</span>
          </Button>
        ) : (
          <BlockedButton size="xs" reason={heldReason(memberCount)} loading={retire.isPending} onClick={() => void ask()}>
            Retire<span className="visually-hidden">&nbsp;{rankName}</span>
          </BlockedButton>
        )}
      </Row>
    </div>
  )
}

type RankFormProps = { departmentId: number; rank: ManagedRank | null; onClose: () => void }

function RankForm({ departmentId, rank, onClose }: RankFormProps) {
  const form = useZodForm(RankInput, {
    rankName: rank?.rankName ?? '',
    isReserve: rank?.isReserve ?? false,
    capabilities: rank?.capabilities ?? [],
  })
  const save = async (input: RankInput) => {
    await saveRank(input, departmentId, rank)
    onClose()
  }
  return (
    <form className={classes.rankForm} noValidate onSubmit={form.submit(save)}>
      <TextInput
        aria-label="Rank name"
        placeholder="Rank name"
        // oxlint-disable-next-line no-autofocus -- it replaces the button that opened it
        autoFocus
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
        {...form.getInputProps('rankName')}
      />
      <Checkbox label="Reserve" {...form.getInputProps('isReserve', { type: 'checkbox' })} />
      <Checkbox.Group
        label="In this department, the rank may"
        value={form.getValues().capabilities ?? []}
        onChange={(held) =>
          form.setFieldValue(
            'capabilities',
            Capability.options.filter((each) => held.includes(each)),
          )
        }
      >
        <div className={classes.capabilities}>
          {Capability.options.map((each) => (
            <Checkbox key={each} value={each} label={CAPABILITY_WORDS[each]} />
          ))}
        </div>
      </Checkbox.Group>
      <Row gap={6} nowrap>
        <Button size="xs" variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button size="xs" type="submit" loading={form.submitting}>
          {rank ? 'Save' : 'Add rank'}
        </Button>
      </Row>
      <FormError error={form.failure} />
    </form>
  )
}

/** Why a rank can't be retired yet; null if it can. */
export const heldReason = (memberCount: number): string | null => {
  if (memberCount === 0) return null
  return `Can’t be retired: ${memberCount === 1 ? '1 member still has' : `${memberCount.toLocaleString('en')} members still have`} this rank.`
}
