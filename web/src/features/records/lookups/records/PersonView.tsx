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
import { Photo } from './Photo.tsx'
import { RecordGlance } from './RecordGlance.tsx'
import { Fact, Licences, Section } from './RecordParts.tsx'
import { PersonReports } from './PersonReports.tsx'
import { FieldFacts } from '../../fields/FieldFacts.port.tsx'
import { FieldsAct } from '../acts/FieldsAct.tsx'
import classes from '../Records.module.css'
import { VehicleCells, WeaponCells } from './OwnedCells.tsx'

export function PersonView({ person, lookupId }: { person: PersonRecord; lookupId: number }) {
  const subject = accessSubject(useSignedInUser())
  const { characterId, name, bornOn, address, postal, formerNames, seenWith, deceased } = person
  const { open, hasActs } = useRecordHost()
  const mayWarn = hasActs && isAllowed(addCaution.access, subject)
  return (
    <>
      <div className={classes.top}>
        <Photo characterId={characterId} name={name} digest={person.picture} />
        <dl className={classes.facts}>
          <Fact name="Born">
            {bornOn && (
              <>
                {dateOnly(bornOn)} <span className={classes.faint}>{ageOf(bornOn)}</span>
              </>
            )}
          </Fact>
          <Fact name="Lives">
            {(address || postal) && (
              <>
                {address} <span className="mono">{postal}</span>
              </>
            )}
          </Fact>
          <Fact name="Phone">{person.phone && <span className="mono">{person.phone}</span>}</Fact>
          <Fact name="Work">{person.occupation}</Fact>
          <Fact name="Description">{person.description}</Fact>
          <FieldFacts of="character" values={person.fields} Fact={Fact} />
          <FieldsAct of="character" id={person.characterId} label={name} values={person.fields} filler="police" lookupId={lookupId} />
          <Fact name="Formerly">{formerNames.join(', ')}</Fact>
          <Fact name="Caution">
            {(person.cautions.length > 0 || mayWarn) && (
              <span className={classes.chips}>
                {person.cautions.map((caution) => (
                  <CautionChip key={caution.cautionId} caution={caution} person={person} lookupId={lookupId} />
                ))}
                {mayWarn && (
                  <button type="button" className={classes.textButton} onClick={() => openAct({ kind: 'caution', person, lookupId })}>
                    Add
                  </button>
                )}
              </span>
            )}
          </Fact>
          <Fact name="Seen with">
            {seenWith.length > 0 && (
              <span className={classes.seen}>
                {seenWith.map((other) => (
                  <span key={other.characterId}>
                    <button
                      type="button"
                      className={classes.link}
                      onClick={() =>
                        open({ kind: 'lookup', label: other.name, request: { by: 'character', characterId: other.characterId } })
                      }
                    >
                      {other.name}
                    </button>{' '}
                    <span className={classes.faint}>{other.times} ×</span>
                  </span>
                ))}
              </span>
            )}
          </Fact>
          {deceased && hasActs && isAllowed(undoDeath.access, subject) && (
            <Fact name="Deceased">
              <button type="button" className={classes.textButton} onClick={() => openAct({ kind: 'alive', person, lookupId })}>
                Take back
              </button>
            </Fact>
          )}
        </dl>
      </div>
      <div className={classes.columns}>
        <Section title="Licences">
          <Licences licences={person.licences} holder={name} lookupId={lookupId} hasAll />
        </Section>
        <Section title="Vehicles and weapons">
          <ul className={classes.cells}>
            <VehicleCells vehicles={person.vehicles} />
            <WeaponCells weapons={person.weapons} />
            {person.vehicles.length + person.weapons.length === 0 && <li className={classes.cell}>None registered</li>}
          </ul>
        </Section>
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
      {expiresAt && <span className={classes.until}> until {dateOnly(expiresAt)}</span>}
      {mayWithdraw && (
        <button type="button" className={classes.chipButton} aria-label={`Withdraw the caution ${text}`} onClick={() => void withdraw()}>
          <IconX size={12} stroke={2} aria-hidden />
        </button>
      )}
    </span>
  )
}
