import { Button, Modal, Text } from '@mantine/core'
import type { UserRecord } from '@tenfour/contract'
import { useState } from 'react'
import { differences, type Difference, type NameMembership } from './user-differences.ts'
import type { UserDraft } from './user-draft.ts'
import classes from './ConflictDialog.module.css'
import { useQuery } from '@tanstack/react-query'
import { managedDepartmentsQuery } from '../departments/departments.port.ts'

type ConflictDialogProps = {
  base: UserRecord
  mine: UserDraft
  now: UserRecord
  onTakeTheirs: () => void
  onReapply: () => Promise<void>
}

const CHANGED_BY: Record<Difference['changedBy'], string> = { you: 'you', them: 'someone else', both: 'you and someone else' }

export function ConflictDialog({ base, mine, now, onTakeTheirs, onReapply }: ConflictDialogProps) {
  const [isSaving, setSaving] = useState(false)
  const rows = differences(base, mine, now, useMembershipNames([base, now]))
  const reapply = async () => {
    setSaving(true)
    await onReapply()
    setSaving(false)
  }
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      size="xl"
      classNames={{ title: classes.title }}
      title="This account has changed since you opened it"
    >
      <Text c="dimmed" inherit mb={12}>
        Your changes are not saved yet. These fields differ:
      </Text>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Yours</th>
              <th scope="col">Now</th>
              <th scope="col">Changed by</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ field, yours, now: theirs, changedBy }) => (
              <tr key={field} data-both={changedBy === 'both' || undefined}>
                <th scope="row">{field}</th>
                <td>{yours}</td>
                <td>{theirs}</td>
                <td>{CHANGED_BY[changedBy]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Text c="dimmed" inherit mb={12}>
        Re-applying saves only what you changed; everything else stays as it is now.
      </Text>
      <div className={classes.actions}>
        <Button variant="default" onClick={onTakeTheirs} disabled={isSaving}>
          Use theirs
        </Button>
        <Button onClick={() => void reapply()} loading={isSaving} data-autofocus>
          Re-apply mine
        </Button>
      </div>
    </Modal>
  )
}

/** Names departments and ranks from the accounts' own data, and from the portal's list for the rest. */
function useMembershipNames(users: readonly UserRecord[]): NameMembership {
  const { data: departments = [] } = useQuery(managedDepartmentsQuery)
  return ({ departmentId, rankId, isPrimary }) => {
    const listed = departments.find((each) => each.departmentId === departmentId)
    const known = users.flatMap((user) => user.userDepartments).filter((each) => each.departmentId === departmentId)
    const department = listed?.name ?? known[0]?.department.name ?? `Department ${departmentId}`
    const rank =
      rankId &&
      (listed?.ranks.find((each) => each.rankId === rankId)?.rankName ??
        known.find((each) => each.rankId === rankId)?.rankName ??
        `rank ${rankId}`)
    return [department, rank, isPrimary && '(primary)'].filter(Boolean).join(' ')
  }
}
