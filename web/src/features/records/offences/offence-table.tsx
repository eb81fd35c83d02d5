import { finesSwitch, type Offence, type OffenceType, OffenceFilter, type OffenceInput } from '@tenfour/contract'
import { isOn } from '../../../platform/features/features.ts'
import { money } from '../../../platform/format/text.ts'
import { OnPhone } from '../../../ui/OnPhone.tsx'
import { StatusBadge, type StatusTone } from '../../../ui/StatusBadge.tsx'
import type { Column } from '../../../ui/table-columns.ts'
import type { TableState } from '../../../ui/table-state.ts'

export const OFFENCE_TABLE = { sort: null, sortable: [], filterable: ['type', 'category', 'retired'] } as const

const MAX_TERM = 100

/** The request for the state in the address. Invalid filter values are dropped. */
export function offenceFilter({ page, size, q, filters }: TableState): OffenceFilter {
  const { type, category } = OffenceFilter.shape
  return {
    page,
    pageSize: size,
    q: q.trim().slice(0, MAX_TERM) || undefined,
    type: type.safeParse(filters['type']).data,
    category: category.safeParse(filters['category']).data || undefined,
    includeRetired: filters['retired'] === 'yes',
  }
}

/** '$75', '$75–150', 'None'. */
export const fineWords = ({ fineMin, fineMax }: Pick<OffenceInput, 'fineMin' | 'fineMax'>): string =>
  fineMax === 0 ? 'None' : money(...new Set([fineMin, fineMax]))

/** '5 min', '5–15 min', 'None'. */
export const jailWords = ({ jailMin, jailMax }: Pick<OffenceInput, 'jailMin' | 'jailMax'>): string =>
  jailMax === 0 ? 'None' : `${[...new Set([jailMin, jailMax])].join('–')} min`

/** 'fine $75–150, no jail': what an offence imposes; nothing of fines while these are switched off. */
export const imposedWords = (offence: Pick<OffenceInput, 'fineMin' | 'fineMax' | 'jailMin' | 'jailMax'>): string =>
  [
    isOn(finesSwitch) && (offence.fineMax === 0 ? 'no fine' : `fine ${fineWords(offence)}`),
    offence.jailMax === 0 ? 'no jail' : `jail ${jailWords(offence)}`,
  ]
    .filter(Boolean)
    .join(', ')

const TONES: Readonly<Record<OffenceType, StatusTone>> = { Infraction: 'neutral', Misdemeanor: 'warning', Felony: 'danger' }

export const OffenceTypeBadge = ({ type }: { type: OffenceType }) => <StatusBadge tone={TONES[type]}>{type}</StatusBadge>

export const OFFENCE_COLUMNS: readonly Column<Offence>[] = [
  { id: 'code', header: 'Code', value: ({ code }) => code, mono: true, width: 92 },
  {
    id: 'title',
    header: 'Offence',
    value: ({ title }) => title,
    cell: (offence) => (
      <>
        {offence.title}
        {offence.isRetired && <span className="faint"> · retired</span>}
        <OnPhone>{`${offence.type}, ${imposedWords(offence)}`}</OnPhone>
      </>
    ),
  },
  {
    id: 'type',
    header: 'Type',
    value: ({ type }) => type,
    cell: ({ type }) => <OffenceTypeBadge type={type} />,
    width: 136,
    isWideOnly: true,
  },
  { id: 'category', header: 'Category', value: ({ category }) => category, width: 150, isWideOnly: true },
  { id: 'fine', header: 'Fine', value: fineWords, width: 148, align: 'right', isWideOnly: true },
  { id: 'jail', header: 'Jail', value: jailWords, width: 104, align: 'right', isWideOnly: true },
  { id: 'points', header: 'Points', value: ({ points }) => points, width: 76, align: 'right', isWideOnly: true },
]
