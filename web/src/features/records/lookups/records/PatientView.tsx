import type { PatientRecord } from '@tenfour/contract'
import { ageOf } from '../../../../platform/calendar/calendar.ts'
import { dateOnly } from '../../../../platform/format/dates.ts'
import { FieldFacts } from '../../fields/FieldFacts.port.tsx'
import { FieldsAct } from '../acts/FieldsAct.tsx'
import { Alerts } from '../alerts/Alerts.tsx'
import { PatientReports } from './PersonReports.tsx'
import { Photo } from './Photo.tsx'
import { Fact, Section } from './RecordParts.tsx'
import classes from '../Records.module.css'

/** What medics need. */
export function PatientView({ patient }: { patient: PatientRecord }) {
  const { characterId, name, bornOn, deceased, medicalNotes, contacts } = patient
  return (
    <>
      {deceased && <Alerts alerts={[{ tone: 'info', title: `Deceased ${dateOnly(deceased.at)}`, text: deceased.cause }]} />}
      <div className={classes.top}>
        <Photo characterId={characterId} name={name} digest={patient.picture} />
        <dl className={classes.facts}>
          <Fact name="Born">
            {bornOn && (
              <>
                {dateOnly(bornOn)} <span className={classes.faint}>{ageOf(bornOn)}</span>
              </>
            )}
          </Fact>
          <Fact name="Phone">{patient.phone && <span className="mono">{patient.phone}</span>}</Fact>
          <Fact name="Description">{patient.description}</Fact>
          <FieldFacts of="character" values={patient.fields} Fact={Fact} />
          <FieldsAct of="character" id={characterId} label={name} values={patient.fields} filler="fire" lookupId={null} />
        </dl>
      </div>
      <Section title="Medical notes">
        {medicalNotes ? <p className={classes.prose}>{medicalNotes}</p> : <p className={classes.none}>No medical notes.</p>}
      </Section>
      <Section title="Emergency contacts">
        {contacts ? <p className={classes.prose}>{contacts}</p> : <p className={classes.none}>No contacts.</p>}
      </Section>
      <PatientReports key={characterId} patient={patient} />
    </>
  )
}
