import type { PatrolNotices } from '@tenfour/contract'
import { FormModal } from '../../../ui/FormModal.tsx'
import { PatrolNoticeForm } from './PatrolNoticeForm.tsx'

type PatrolNoticeDialogProps = { notices: PatrolNotices; onClose: () => void }

export const PatrolNoticeDialog = ({ notices, onClose }: PatrolNoticeDialogProps) => (
  <FormModal title="Patrol notice in Discord" onClose={onClose} isDirty={false} size={520}>
    <PatrolNoticeForm notices={notices} onSent={onClose} />
  </FormModal>
)
