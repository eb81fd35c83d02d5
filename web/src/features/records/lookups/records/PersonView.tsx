import { ActionIcon, Text } from '@mantine/core'
import { accessSubject, addCaution, isAllowed, undoDeath, withdrawCaution, type Caution, type PersonRecord } from '@tenfour/contract'
import { IconX } from '@tabler/icons-react'
import { call } from '../../../../platform/api/client.ts'
import { ageOf } from '../../../../platform/calendar/calendar.ts'
import { dateOnly, dateTime } from '../../../../platform/format/dates.ts'
import { reportError } from '../../../../platform/errors/report.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { confirm } from '../../../../ui/confirm.tsx'
import { openAct } from '../acts/acts.ts'
import { withoutCaution } from './change-result.ts'
import { recordDesk } from '../desk.ts'
import { useRecordHost } from '../record-host.ts'
import { Photo, Licences, FieldsAct } from './RecordParts.tsx'
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
  const mayWarn = hasActs && isAllowed(addCaution.access, subject)
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
          <PanelFact name="Caution">
            {(person.cautions.length > 0 || mayWarn) && (
              <Row as="span" gap={4}>
                {person.cautions.map((caution) => (
                  <CautionChip key={caution.cautionId} caution={caution} person={person} lookupId={lookupId} />
                ))}
                {mayWarn && <TextButton onClick={() => openAct({ kind: 'caution', person, lookupId })}>Add</TextButton>}
              </Row>
            )}
          </PanelFact>
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

function CautionChip({ caution, person, lookupId }: { caution: Caution; person: PersonRecord; lookupId: number }) {
  const subject = accessSubject(useSignedInUser())
  const { hasActs } = useRecordHost()
  const mayWithdraw = hasActs && isAllowed(withdrawCaution.access, subject)
  const { cautionId, text, expiresAt, by, at } = caution
  const withdraw = async () => {
    const isSure = await confirm({ title: 'Withdraw this caution?', subject: text, confirmLabel: 'Withdraw', danger: true })
    if (!isSure) return
    try {
      await call(withdrawCaution, { params: { characterId: person.characterId, cautionId } })
      recordDesk.change(lookupId, withoutCaution(cautionId))
    } catch (error) {
      reportError(error, 'The caution was not withdrawn')
    }
  }
  const when = `${by.identifier || by.name}, ${dateTime(at)}${expiresAt ? `, until ${dateTime(expiresAt)}` : ''}`
  return (
    <span className={classes.chip} data-tone="warning" title={when}>
      {text}
      {expiresAt && <Text span inherit fw={450} style={{ whiteSpace: 'pre' }}>{` until ${dateOnly(expiresAt)}`}</Text>}
      {mayWithdraw && (
        <ActionIcon
          variant="transparent"
          c="inherit"
          size={24}
          m="-3px -7px -3px 0"
          aria-label={`Withdraw the caution ${text}`}
          onClick={() => void withdraw()}
        >
          <IconX size={12} stroke={2} aria-hidden />
        </ActionIcon>
      )}
    </span>
  )
}
