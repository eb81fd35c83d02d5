import type { RecordOrigin, RepairCharacter, RepairVehicle } from '@tenfour/contract'
import { dateOnly } from '../../../platform/format/dates.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import type { Column } from '../../../ui/table-columns.ts'

const ORIGINS: Readonly<Record<RecordOrigin, string>> = {
  portal: 'Portal',
  officer: 'Noted by an officer',
  game: 'Game',
  import: 'Import',
}

const withState = (label: string, isDeleted: boolean) => (
  <>
    {label} {isDeleted && <StatusBadge tone="neutral">Deleted</StatusBadge>}
  </>
)

export const CHARACTER_COLUMNS: readonly Column<RepairCharacter>[] = [
  { id: 'number', header: 'No.', value: ({ characterId }) => `#${characterId}`, mono: true, width: 92 },
  { id: 'name', header: 'Name', value: ({ name }) => name, cell: ({ name, isDeleted }) => withState(name, isDeleted) },
  { id: 'born', header: 'Born', value: ({ bornOn }) => (bornOn === null ? 'Not recorded' : dateOnly(bornOn)), width: 130 },
  {
    id: 'member',
    header: 'Member',
    value: ({ member }) => member?.name ?? '',
    cell: ({ member }) => (member ? `${member.name}, ${member.emailAddress}` : <span className="faint">Nobody</span>),
  },
  { id: 'origin', header: 'From', value: ({ origin }) => ORIGINS[origin], width: 160 },
]

export const VEHICLE_COLUMNS: readonly Column<RepairVehicle>[] = [
  { id: 'number', header: 'No.', value: ({ vehicleId }) => `#${vehicleId}`, mono: true, width: 92 },
  {
    id: 'plate',
    header: 'Plate',
    value: ({ plate }) => plate,
    cell: ({ plate, isDeleted }) => withState(plate, isDeleted),
    mono: true,
    width: 180,
  },
  { id: 'model', header: 'Vehicle', value: ({ model, colour }) => [model, colour].filter(Boolean).join(', ') },
  {
    id: 'owner',
    header: 'Owner',
    value: ({ owner }) => owner?.name ?? '',
    cell: ({ owner }) => (owner ? `${owner.name} (#${owner.characterId})` : <span className="faint">Nobody</span>),
  },
  { id: 'origin', header: 'From', value: ({ origin }) => ORIGINS[origin], width: 160 },
]
