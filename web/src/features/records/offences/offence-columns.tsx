import type { Offence, OffenceType } from '@tenfour/contract'
import { StatusBadge, type StatusTone } from '../../../ui/StatusBadge.tsx'
import type { Column } from '../../../ui/table-columns.ts'
import { fineWords, jailWords } from './offence-list.ts'

const TONES: Readonly<Record<OffenceType, StatusTone>> = { Infraction: 'neutral', Misdemeanor: 'warning', Felony: 'danger' }

export const OffenceTypeBadge = ({ type }: { type: OffenceType }) => <StatusBadge tone={TONES[type]}>{type}</StatusBadge>

export const OFFENCE_COLUMNS: readonly Column<Offence>[] = [
  { id: 'code', header: 'Code', value: ({ code }) => code, mono: true, width: 92 },
  {
    id: 'title',
    header: 'Offence',
    value: ({ title }) => title,
    cell: ({ title, isRetired }) => (
      <>
        {title}
        {isRetired && <span className="faint"> · retired</span>}
      </>
    ),
  },
  { id: 'type', header: 'Type', value: ({ type }) => type, cell: ({ type }) => <OffenceTypeBadge type={type} />, width: 136 },
  { id: 'category', header: 'Category', value: ({ category }) => category, width: 150 },
  { id: 'fine', header: 'Fine', value: fineWords, width: 130, align: 'right' },
  { id: 'jail', header: 'Jail', value: jailWords, width: 104, align: 'right' },
  { id: 'points', header: 'Points', value: ({ points }) => points, width: 76, align: 'right' },
]
