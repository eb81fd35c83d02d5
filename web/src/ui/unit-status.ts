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

const STATUS_TONES = {
  1: 'off',
  2: 'off',
  3: 'available',
  4: 'busy',
  5: 'en-route',
  6: 'on-scene',
  7: 'custody',
} as const satisfies Readonly<Record<UnitStatus, StatusTone>>
export const statusTone = (status: UnitStatus): (typeof STATUS_TONES)[UnitStatus] => STATUS_TONES[status]
