import { accessSubject, isAllowed, searchPatients, searchRecords, type LookupKind } from '@tenfour/contract'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { FilterChip } from '../../../ui/FilterChip.tsx'
import { PanelHeader } from '../../../panels/PanelHeader.tsx'
import { setLookupField, useLookupField } from './desk.ts'
import { LookupSearch } from './LookupSearch.tsx'
import classes from './Records.module.css'
import { KIND_WORDS } from './search-rows.ts'

const KINDS: readonly LookupKind[] = ['person', 'vehicle', 'weapon']

/** Finds persons, vehicles and weapons; for fire units, patients. */
export function LookupPanel() {
  const subject = accessSubject(useSignedInUser())
  const { kind } = useLookupField()
  if (isAllowed(searchRecords.access, subject))
    return (
      <>
        <PanelHeader>
          {KINDS.map((each) => (
            <FilterChip
              key={each}
              isOn={each === kind}
              onClick={() => {
                setLookupField({ kind: each, text: '' })
                document.querySelector<HTMLElement>('[data-panel="lookup"] [data-panel-focus]')?.focus()
              }}
            >
              {KIND_WORDS[each]}
            </FilterChip>
          ))}
        </PanelHeader>
        <LookupSearch kind={kind} />
      </>
    )
  if (isAllowed(searchPatients.access, subject)) return <LookupSearch kind="patient" />
  return <p className={classes.nothing}>Units of police, communications and fire look people up while they are on duty.</p>
}
