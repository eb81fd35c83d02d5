import type { UnitStatus } from '@tenfour/contract'
import type { StatusTone } from './StatusBadge.tsx'

const STATUS_WORDS: Readonly<Record<UnitStatus, string>> = {
  1: 'Off duty',
  2: 'Out',
  3: 'In service',
  4: 'Busy',
  5: 'En route',
  6: 'On scene',
  7: 'Custody',
}
export const statusWord = (status: UnitStatus): string => STATUS_WORDS[status]

const STATUS_TONES: Readonly<Record<UnitStatus, StatusTone>> = {
  1: 'off',
  2: 'off',
  3: 'available',
  4: 'busy',
  5: 'en-route',
  6: 'on-scene',
  7: 'custody',
}
export const statusTone = (status: UnitStatus): StatusTone => STATUS_TONES[status]
