import { Text } from '@mantine/core'
import { MEDICAL_FIELDS, REPORT_KINDS, totalsOf, type Field, type ReportContent, type ReportKind } from '@tenfour/contract'
import type { ReactNode } from 'react'
import { dateOnly, dateTime } from '../../../../platform/format/dates.ts'
import { Card } from '../../../../ui/Card.tsx'
import { factsOf } from '../../fields/fields.port.ts'
import { ChargeTable } from './ChargeTable.tsx'
import { EvidencePictures } from './EvidencePictures.tsx'
import { custodyWords, MEDICAL_WORDS, ROLE_WORDS } from './report.labels.ts'
import { Row, Stack } from '../../../../ui/layout.tsx'
import classes from './ReportView.module.css'

type ReportContentViewProps = { kind: ReportKind; content: ReportContent; fields: readonly Field[] }

/** The content of a report, in cards. Empty parts are left out. */
export function ReportContentView({ kind, content, fields }: ReportContentViewProps) {
  const { charges, narrative, evidence } = content
  const hasNarrative = narrative.trim() !== ''
  return (
    <Stack>
      <Facts kind={kind} content={content} fields={fields} />
      {REPORT_KINDS[kind].hasOffences && charges.length > 0 && (
        <Card title="Offences">
          <ChargeTable kind={kind} charges={charges} totals={totalsOf(kind, charges)} />
        </Card>
      )}
      {(kind === 'patient' || kind === 'treatment') && <Medical kind={kind} content={content} />}
      {hasNarrative && (
        <Card title="Narrative">
          <p className={classes.text}>{narrative}</p>
        </Card>
      )}
      <People content={content} />
      {evidence.length > 0 && (
        <Card title="Evidence" aside={evidence.length > 1 ? evidence.length : undefined}>
          <Stack as="ol" gap={0}>
            {evidence.map((item, at) => (
              // oxlint-disable-next-line no-array-index-key -- the list never changes
              <Row as="li" key={at} gap="2px 10px" align="baseline" className={classes.item}>
                <span>{item.text}</span>
                <span className="muted">{custodyWords(item)}</span>
                <EvidencePictures pictureIds={item.pictureIds} of={item.text} />
              </Row>
            ))}
          </Stack>
        </Card>
      )}
    </Stack>
  )
}

function Facts({ kind, content, fields }: ReportContentViewProps) {
  const { subject, occurredAt, location, postal, callId, callTitle, officers } = content
  const own = factsOf(fields, kind, content.fields)
  return (
    <Card>
      <dl className={classes.facts}>
        {subject && (
          <Fact name={REPORT_KINDS[kind].service === 'fire' ? 'Patient' : 'Subject'}>
            <strong>{subject.name}</strong>
            {subject.bornOn && <span className="muted"> born {dateOnly(subject.bornOn)}</span>}
          </Fact>
        )}
        {occurredAt && <Fact name="Date and time">{dateTime(occurredAt)}</Fact>}
        {(location || postal) && <Fact name="Location">{[location, postal].filter(Boolean).join(', ')}</Fact>}
        {callId !== null && (
          <Fact name="Call">
            <span className="mono">#{callId}</span> {callTitle}
          </Fact>
        )}
        {officers.length > 0 && (
          <Fact name="Also there">{officers.map(({ identifier, name }) => [identifier, name].filter(Boolean).join(' ')).join(', ')}</Fact>
        )}
        {own.map(({ fieldId, name, text }) => (
          <Fact key={fieldId} name={name} isWide={text.length > 60}>
            {text}
          </Fact>
        ))}
      </dl>
    </Card>
  )
}

const Fact = ({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) => (
  <div className={isWide ? classes.wide : undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

function Medical({ kind, content: { medical } }: { kind: 'patient' | 'treatment'; content: ReportContent }) {
  const shown = MEDICAL_FIELDS[kind].filter((key) => medical[key].trim() !== '')
  if (shown.length === 0) return null
  return (
    <Card title={kind === 'patient' ? 'Patient' : 'Treatment'}>
      <dl className={classes.facts}>
        {shown.map((key) => (
          <Fact key={key} name={MEDICAL_WORDS[key]} isWide={key !== 'outcome' && key !== 'takenTo'}>
            <span className={classes.text}>{medical[key]}</span>
          </Fact>
        ))}
      </dl>
    </Card>
  )
}

function People({ content: { people, vehicles } }: { content: ReportContent }) {
  if (people.length === 0 && vehicles.length === 0) return null
  return (
    <Card title={people.length === 0 ? 'Vehicles' : vehicles.length === 0 ? 'People' : 'People and vehicles'}>
      <Stack as="ul" gap={0}>
        {people.map(({ characterId, role, name }) => (
          <Row as="li" key={`person ${characterId}`} gap="2px 10px" align="baseline" className={classes.item}>
            <Text span size="sm" c="dimmed" miw={64}>
              {ROLE_WORDS[role]}
            </Text>
            <span>{name}</span>
          </Row>
        ))}
        {vehicles.map(({ vehicleId, plate, colour, model }) => (
          <Row as="li" key={`vehicle ${vehicleId}`} gap="2px 10px" align="baseline" className={classes.item}>
            <Text span size="sm" c="dimmed" miw={64}>
              Vehicle
            </Text>
            <span className="mono">{plate}</span>
            <span>{[colour, model].filter(Boolean).join(' ')}</span>
          </Row>
        ))}
      </Stack>
    </Card>
  )
}
