import { accessSubject, isAllowed, undoDeath, type PersonRecord } from '@tenfour/contract'
import { ageOf } from '../../../../platform/calendar/calendar.ts'
import { dateOnly } from '../../../../platform/format/dates.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { openAct } from '../acts/acts.ts'
import { useRecordHost } from '../record-host.ts'
import { Photo, Licences, FieldsAct } from './RecordParts.tsx'
import { RecordFlags } from './RecordFlags.tsx'
import { RecordGlance } from './RecordGlance.tsx'
import { PersonReports } from './PersonReports.tsx'
import { FieldFacts } from '../../fields/FieldFacts.port.tsx'
import { VehicleCells, WeaponCells } from './OwnedCells.tsx'
import { PanelCell, PanelCells, PanelFact, PanelFacts, PanelGroup } from '../../../../panels/PanelParts.tsx'
import { Row } from '../../../../ui/layout.tsx'
import { TextButton } from '../../../../ui/TextButton.tsx'
import classes from '../Records.module.css'

export function PersonView({ person, lookupId }: { person: PersonRecord; lookupId: number }) {
  const subject = accessSubject(useSignedInUser())
  const { characterId, name, bornOn, address, postal, formerNames, seenWith, deceased } = person
  const { open, hasActs } = useRecordHost()
  return (
    <>
      <Row gap={16} align="start" nowrap>
        <Photo characterId={characterId} name={name} digest={person.picture} />
        <PanelFacts isDense style={{ flex: 1 }}>
          <PanelFact name="Born">
            {bornOn && (
              <>
                {dateOnly(bornOn)} <span className="faint">{ageOf(bornOn)}</span>
              </>
            )}
          </PanelFact>
          <PanelFact name="Lives">
            {(address || postal) && (
              <>
                {address} <span className="mono">{postal}</span>
              </>
            )}
          </PanelFact>
          <PanelFact name="Phone">{person.phone && <span className="mono">{person.phone}</span>}</PanelFact>
          <PanelFact name="Work">{person.occupation}</PanelFact>
          <PanelFact name="Description">{person.description}</PanelFact>
          <FieldFacts of="character" values={person.fields} Fact={PanelFact} />
          <FieldsAct of="character" id={person.characterId} label={name} values={person.fields} filler="police" lookupId={lookupId} />
          <PanelFact name="Formerly">{formerNames.join(', ')}</PanelFact>
          <RecordFlags of="person" id={characterId} label={name} flags={person.recordFlags} lookupId={lookupId} />
          <PanelFact name="Seen with">
            {seenWith.length > 0 && (
              <Row as="span" gap="0 12px">
                {seenWith.map((other) => (
                  <span key={other.characterId}>
                    <TextButton
                      isUnderlined
                      onClick={() =>
                        open({ kind: 'lookup', label: other.name, request: { by: 'character', characterId: other.characterId } })
                      }
                    >
                      {other.name}
                    </TextButton>{' '}
                    <span className="faint">{other.times} ×</span>
                  </span>
                ))}
              </Row>
            )}
          </PanelFact>
          {deceased && hasActs && isAllowed(undoDeath.access, subject) && (
            <PanelFact name="Deceased">
              <TextButton ml={-4} onClick={() => openAct({ kind: 'alive', person, lookupId })}>
                Undo the declaration of death
              </TextButton>
            </PanelFact>
          )}
        </PanelFacts>
      </Row>
      <div className={classes.columns}>
        <PanelGroup title="Licences">
          <Licences licences={person.licences} holder={name} lookupId={lookupId} hasAll />
        </PanelGroup>
        <PanelGroup title="Vehicles and weapons">
          <PanelCells>
            <VehicleCells vehicles={person.vehicles} />
            <WeaponCells weapons={person.weapons} />
            {person.vehicles.length + person.weapons.length === 0 && <PanelCell>None registered</PanelCell>}
          </PanelCells>
        </PanelGroup>
      </div>
      {hasActs ? <PersonReports key={characterId} person={person} /> : <RecordGlance person={person} />}
    </>
  )
}
