import type { PatientRecord } from '@tenfour/contract'
import { ageOf } from '../../../../platform/calendar/calendar.ts'
import { dateOnly } from '../../../../platform/format/dates.ts'
import { FieldFacts } from '../../fields/FieldFacts.port.tsx'
import { FieldsAct, Photo } from './RecordParts.tsx'
import { Alerts } from '../alerts/Alerts.tsx'
import { PatientReports } from './PersonReports.tsx'
import { PanelFact, PanelFacts, PanelGroup, Prose } from '../../../../panels/PanelParts.tsx'
import { Row } from '../../../../ui/layout.tsx'
import classes from '../Records.module.css'

/** The record of a patient, for medics. */
export function PatientView({ patient }: { patient: PatientRecord }) {
  const { characterId, name, bornOn, deceased, medicalNotes, contacts } = patient
  return (
    <>
      {deceased && <Alerts alerts={[{ tone: 'info', title: `Deceased ${dateOnly(deceased.at)}`, text: deceased.cause }]} />}
      <Row gap={16} align="start" nowrap>
        <Photo characterId={characterId} name={name} digest={patient.picture} />
        <PanelFacts isDense style={{ flex: 1 }}>
          <PanelFact name="Born">
            {bornOn && (
              <>
                {dateOnly(bornOn)} <span className="faint">{ageOf(bornOn)}</span>
              </>
            )}
          </PanelFact>
          <PanelFact name="Phone">{patient.phone && <span className="mono">{patient.phone}</span>}</PanelFact>
          <PanelFact name="Description">{patient.description}</PanelFact>
          <FieldFacts of="character" values={patient.fields} Fact={PanelFact} />
          <FieldsAct of="character" id={characterId} label={name} values={patient.fields} filler="fire" lookupId={null} />
        </PanelFacts>
      </Row>
      <PanelGroup title="Medical notes">
        {medicalNotes ? <Prose>{medicalNotes}</Prose> : <p className={classes.none}>No medical notes.</p>}
      </PanelGroup>
      <PanelGroup title="Emergency contacts">
        {contacts ? <Prose>{contacts}</Prose> : <p className={classes.none}>No contacts.</p>}
      </PanelGroup>
      <PatientReports key={characterId} patient={patient} />
    </>
  )
}
