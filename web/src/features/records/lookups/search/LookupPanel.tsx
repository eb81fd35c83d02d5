import { accessSubject, isAllowed, searchPatients, searchRecords, type LookupKind } from '@tenfour/contract'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { filtersOf } from '../../../../ui/FilterChips.tsx'
import { PanelHeader } from '../../../../panels/PanelHeader.tsx'
import { useFields } from '../../fields/fields.port.ts'
import { setFieldLookup, setLookupField, useFieldLookup, useLookupField } from '../desk.ts'
import { searchableFields, type Viewer } from './field-lookup.ts'
import { FieldSearch } from './FieldSearch.tsx'
import { LookupSearch } from './LookupSearch.tsx'
import { KIND_WORDS } from './search-rows.ts'
import { PanelNote } from '../../../../panels/PanelParts.tsx'

const KINDS: readonly LookupKind[] = ['person', 'vehicle', 'weapon']

/** Finds persons, vehicles and weapons, for fire units patients, and all of these by the community's own fields. */
export function LookupPanel() {
  const subject = accessSubject(useSignedInUser())
  if (isAllowed(searchRecords.access, subject)) return <Search viewer="police" />
  if (isAllowed(searchPatients.access, subject)) return <Search viewer="fire" />
  return <PanelNote>Units of police, communications and fire look people up while they are on duty.</PanelNote>
}

const toSearch = () => {
  // The field of the other search is there once it is drawn.
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-panel="lookup"] [data-panel-focus]')?.focus())
}

function Search({ viewer }: { viewer: Viewer }) {
  const { kind } = useLookupField()
  const { fieldId } = useFieldLookup()
  const fields = searchableFields(useFields().fields ?? [], viewer)
  const [first] = fields
  const isByField = fieldId !== null && first !== undefined
  const kinds = viewer === 'police' ? KINDS : (['patient'] as const)
  const choose = (next: LookupKind | 'patient' | 'field') => {
    setFieldLookup({ fieldId: next === 'field' ? (fieldId ?? first?.fieldId ?? null) : null, text: '' })
    if (next !== 'field' && next !== 'patient') setLookupField({ kind: next, text: '' })
    toSearch()
  }
  return (
    <>
      {(viewer === 'police' || first) && (
        <PanelHeader
          filters={filtersOf<LookupKind | 'patient' | 'field'>(
            [...kinds.map((each) => [each, KIND_WORDS[each]] as const), ...(first ? [['field', 'Field'] as const] : [])],
            isByField ? 'field' : viewer === 'police' ? kind : 'patient',
            choose,
          )}
        />
      )}
      {isByField ? <FieldSearch fields={fields} viewer={viewer} /> : <LookupSearch kind={viewer === 'fire' ? 'patient' : kind} />}
    </>
  )
}
