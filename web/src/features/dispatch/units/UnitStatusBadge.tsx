import type { UnitStatus } from '@tenfour/contract'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { statusTone, statusWord } from '../../../ui/unit-status.ts'

/** A unit's status, as colour and text. */
export const UnitStatusBadge = ({ status }: { status: UnitStatus }) => (
  <StatusBadge tone={statusTone(status)}>{statusWord(status)}</StatusBadge>
)
