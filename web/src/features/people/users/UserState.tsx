import type { UserRecord } from '@tenfour/contract'
import { StatusBadge, type StatusTone } from '../../../ui/StatusBadge.tsx'
import { stateText } from './user-differences.ts'

const TONES: Record<string, StatusTone> = { Active: 'success', Disabled: 'warning', Deleted: 'danger' }

type UserStateProps = { user: Pick<UserRecord, 'isDisabled' | 'isDeleted'>; variant?: 'dot' | 'soft' }

export function UserState({ user, variant }: UserStateProps) {
  const text = stateText(user)
  return (
    <StatusBadge tone={TONES[text] ?? 'neutral'} variant={variant}>
      {text}
    </StatusBadge>
  )
}
