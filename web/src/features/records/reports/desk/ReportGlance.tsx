import { Button } from '@mantine/core'
import { finesSwitch, REPORT_KINDS, UNIT_CLASS, type Report } from '@tenfour/contract'
import { isOn } from '../../../../platform/features/features.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { dateTime } from '../../../../platform/format/dates.ts'
import { money } from '../../../../platform/format/text.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { errorInfo } from '../../../../ui/error-info.ts'
import { StatusBadge } from '../../../../ui/StatusBadge.tsx'
import { PanelHeader } from '../../../../panels/PanelHeader.tsx'
import { askWarrant } from '../../../../panels/selection.ts'
import { FieldFacts } from '../../fields/FieldFacts.port.tsx'
import { DecideButtons } from './DecideButtons.tsx'
import { ReportPicture } from '../editor/EvidenceList.tsx'
import { followOwnReports } from '../own-reports.ts'
import { openChange } from './report-desk.ts'
import { penaltyWords, standing } from '../report.labels.ts'
import { reportQuery } from '../reports.queries.ts'
import { PanelFact, PanelFacts, PanelList, PanelLoading, PanelNote, PanelSection, Prose } from '../../../../panels/PanelParts.tsx'
import { Row, Stack } from '../../../../ui/layout.tsx'
import classes from '../drafts/Editor.module.css'

/** A report to read beside the record. The page has its history and prints. */
export function ReportGlance({ reportId }: { reportId: number }) {
  const report = useQuery(reportQuery(reportId))
  const { userId } = useSignedInUser()
  const { refetch } = report
  useEffect(
    () =>
      followOwnReports(userId, ({ event, payload }) => {
        if (event === 'report.saved' && payload.reportId === reportId) void refetch()
      }),
    [userId, reportId, refetch],
  )
  if (report.isPending) return <PanelLoading label="Loading the report…" lines={['50%', '70%']} blocks={[96]} />
  if (report.isError)
    return (
      <PanelNote role="alert">
        <p>{errorInfo(report.error).message}</p>
        <Button size="xs" variant="default" data-panel-focus onClick={() => void report.refetch()}>
          Try again
        </Button>
      </PanelNote>
    )
  return <Found report={report.data} onChanged={() => void report.refetch()} />
}

function Found({ report, onChanged }: { report: Report; onChanged: () => void }) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // The focus was on the panel while it was loading.
    const focused = document.activeElement
    if (focused === document.body || (focused?.hasAttribute('data-panel') && focused.contains(section.current))) section.current?.focus()
  }, [])
  const user = useSignedInUser()
  const { userId } = user
  const { content, kind, number, may, jail, fineState, voided } = report
  const { words, tone } = standing(report)
  const draftsWarrants = user.duty?.unitClass === UNIT_CLASS.Leo && REPORT_KINDS[kind].service === 'police' && report.state !== 'returned'
  const draftWarrant = () =>
    askWarrant({
      kind: 'draft',
      about: {
        label: [number, content.subject?.name].filter(Boolean).join(' '),
        reportId: report.reportId,
        ...(content.subject && { characterId: content.subject.characterId }),
      },
    })
  return (
    <>
      <PanelHeader
        title={<span className="mono">{number}</span>}
        count={REPORT_KINDS[kind].title}
        actions={[
          may.change && {
            label: report.state === 'final' ? 'Amend' : 'Work on it',
            onClick: () => openChange(userId, report.reportId),
          },
          draftsWarrants && { label: 'Warrant', onClick: draftWarrant },
        ]}
        main={{ label: 'Open', title: 'With its history, to print', href: `/user/reports/${report.reportId}` }}
      />
      <PanelSection ref={section} aria-label={number}>
        <Row as="p" style={{ marginBottom: 8 }}>
          <strong>
            <span className="mono">{number}</span> {REPORT_KINDS[kind].title}
          </strong>
          <StatusBadge tone={tone} variant="soft">
            {words}
          </StatusBadge>
          {voided && <span>{voided.reason}</span>}
        </Row>
        {may.decide && (
          <DecideButtons
            report={report}
            onDecided={() => {
              onChanged()
              section.current?.focus()
            }}
          />
        )}
        <PanelFacts>
          <PanelFact name="Subject">{content.subject?.name}</PanelFact>
          <PanelFact name="By">
            {[report.writer.identifier, report.writer.name, report.department].filter(Boolean).join(' · ')}
            {content.officers.length > 0 && `, with ${content.officers.map(({ identifier, name }) => identifier || name).join(', ')}`}
          </PanelFact>
          <PanelFact name="Call">{content.callId !== null && `${content.callId} ${content.callTitle ?? ''}`}</PanelFact>
          <PanelFact name="Where">{[content.location, content.postal].filter(Boolean).join(', ')}</PanelFact>
          <PanelFact name="When">{dateTime(content.occurredAt)}</PanelFact>
          <PanelFact name="Imposed">{penaltyWords(report)}</PanelFact>
          <PanelFact name="Fine">{isOn(finesSwitch) && fineState && `${money(fineState.amount)} ${fineState.state}`}</PanelFact>
          <PanelFact name="Jail">
            {jail && (jail.released ? `released ${dateTime(jail.released.at)}` : `until ${dateTime(jail.until)}`)}
          </PanelFact>
          <PanelFact name="Complaint">{content.medical.complaint}</PanelFact>
          <PanelFact name="Findings">{content.medical.findings}</PanelFact>
          <PanelFact name="Treatment">{content.medical.treatment}</PanelFact>
          <PanelFact name="Outcome">{content.medical.outcome}</PanelFact>
          <PanelFact name="Taken to">{content.medical.takenTo}</PanelFact>
          <PanelFact name="People">{content.people.map(({ name, role }) => `${name} (${role})`).join(', ')}</PanelFact>
          <PanelFact name="Vehicles">{content.vehicles.map(({ plate, model }) => `${plate} ${model}`.trim()).join(', ')}</PanelFact>
          <FieldFacts of={kind} values={content.fields} Fact={PanelFact} />
        </PanelFacts>
        {content.charges.length > 0 && (
          <PanelList style={{ marginTop: 10 }} aria-label="Offences">
            {content.charges.map((charge) => (
              <Row as="li" key={charge.revisionId} gap="4px 10px" align="baseline" style={{ paddingBlock: 5 }}>
                <span className={classes.code}>{charge.code}</span> {charge.title}
                {charge.counts > 1 && <span className="faint"> {charge.counts} counts</span>}
                <span className={classes.range}>{penaltyWords({ ...charge, points: 0 })}</span>
              </Row>
            ))}
          </PanelList>
        )}
        {content.narrative && <Prose style={{ marginBlock: 12 }}>{content.narrative}</Prose>}
        {content.evidence.length > 0 && (
          <Stack as="ul" gap={8} aria-label="Evidence">
            {content.evidence.map((item, index) => (
              // oxlint-disable-next-line no-array-index-key -- it never changes
              <li key={index}>
                {item.text}{' '}
                <span className="faint">{[item.holder, item.heldSince && dateTime(item.heldSince)].filter(Boolean).join(', ')}</span>
                <Row gap={6} style={{ marginTop: 4 }}>
                  {item.pictureIds.map((pictureId) => (
                    <span key={pictureId} className={classes.picture}>
                      <ReportPicture pictureId={pictureId} alt={`Picture of ${item.text}`} />
                    </span>
                  ))}
                </Row>
              </li>
            ))}
          </Stack>
        )}
      </PanelSection>
    </>
  )
}
