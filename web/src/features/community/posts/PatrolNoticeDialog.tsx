import type { PatrolNotices } from '@tenfour/contract'
import { FormModal } from '../../../ui/FormModal.tsx'
import { PatrolNoticeForm, usePatrolNotice } from './PatrolNoticeForm.tsx'

type PatrolNoticeDialogProps = { notices: PatrolNotices; onClose: () => void }

export function PatrolNoticeDialog({ notices, onClose }: PatrolNoticeDialogProps) {
  const form = usePatrolNotice(notices)
  return (
    <FormModal title="Patrol notice in Discord" onClose={onClose} isDirty={form.isDirty()} size={520}>
      <PatrolNoticeForm notices={notices} form={form} onSent={onClose} />
    </FormModal>
  )
}
