import { Button, Modal } from '@mantine/core'
import type { UserRecord } from '@tenfour/contract'
import { useState } from 'react'
import { differences, type Difference } from './user-differences.ts'
import type { UserDraft } from './user-draft.ts'
import { useMembershipNames } from './use-membership-names.ts'
import classes from './ConflictDialog.module.css'

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
      <p className={classes.text}>Nothing of yours has been saved. These fields differ:</p>
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
      <p className={classes.text}>Re-applying saves only what you changed; everything else stays as it is now.</p>
      <div className={classes.actions}>
        <Button variant="default" onClick={onTakeTheirs} disabled={isSaving}>
          Take theirs
        </Button>
        <Button onClick={() => void reapply()} loading={isSaving} data-autofocus>
          Re-apply mine
        </Button>
      </div>
    </Modal>
  )
}
