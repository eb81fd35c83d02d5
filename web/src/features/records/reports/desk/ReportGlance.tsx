import { Button, Skeleton } from '@mantine/core'
import { REPORT_KINDS, UNIT_CLASS, type Report } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import { dateTime } from '../../../../platform/format/dates.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { errorInfo } from '../../../../ui/error-info.ts'
import { FilterChip } from '../../../../ui/FilterChip.tsx'
import { StatusBadge } from '../../../../ui/StatusBadge.tsx'
import { PanelHeader } from '../../../../panels/PanelHeader.tsx'
import { askWarrant } from '../../../../panels/selection.ts'
import { FieldFacts } from '../../fields/FieldFacts.port.tsx'
import { DecideButtons } from './DecideButtons.tsx'
import { ReportPicture } from '../editor/EvidenceList.tsx'
import { followOwnReports } from '../own-reports.ts'
import { openChange } from './report-desk.ts'
import { penaltyWords, standing } from '../report.labels.ts'
import { classes } from '../editor/report-classes.ts'
import { reportQuery } from '../reports.queries.ts'

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
  if (report.isPending)
    return (
      <div className={classes.loading} aria-busy="true">
        <output className="visually-hidden">Loading the report…</output>
        <Skeleton height={12} width="50%" />
        <Skeleton height={12} width="70%" />
        <Skeleton height={96} />
      </div>
    )
  if (report.isError)
    return (
      <div className={classes.nothing} role="alert">
        <p>{errorInfo(report.error).message}</p>
        <Button size="xs" variant="default" data-panel-focus onClick={() => void report.refetch()}>
          Try again
        </Button>
      </div>
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
      <PanelHeader title={<span className="mono">{number}</span>} count={REPORT_KINDS[kind].title}>
        {may.change && (
          <FilterChip onClick={() => openChange(userId, report.reportId)}>{report.state === 'final' ? 'Amend' : 'Work on it'}</FilterChip>
        )}
        {draftsWarrants && <FilterChip onClick={draftWarrant}>Warrant</FilterChip>}
        <a className={classes.print} href={`/user/reports/${report.reportId}`} target="_blank" rel="noreferrer">
          Open
        </a>
      </PanelHeader>
      {/* oxlint-disable-next-line no-noninteractive-tabindex -- it can be scrolled by keys */}
      <section ref={section} className={classes.panel} tabIndex={0} data-panel-focus data-panel-rest aria-label={number}>
        <p className={classes.glanceState}>
          <strong>
            <span className="mono">{number}</span> {REPORT_KINDS[kind].title}
          </strong>
          <StatusBadge tone={tone} variant="soft">
            {words}
          </StatusBadge>
          {voided && <span>{voided.reason}</span>}
        </p>
        {may.decide && (
          <DecideButtons
            report={report}
            onDecided={() => {
              onChanged()
              section.current?.focus()
            }}
          />
        )}
        <dl className={classes.facts}>
          <Fact name="Subject">{content.subject?.name}</Fact>
          <Fact name="By">
            {[report.writer.identifier, report.writer.name, report.department].filter(Boolean).join(' · ')}
            {content.officers.length > 0 && `, with ${content.officers.map(({ identifier, name }) => identifier || name).join(', ')}`}
          </Fact>
          <Fact name="Call">{content.callId !== null && `${content.callId} ${content.callTitle ?? ''}`}</Fact>
          <Fact name="Where">{[content.location, content.postal].filter(Boolean).join(', ')}</Fact>
          <Fact name="When">{dateTime(content.occurredAt)}</Fact>
          <Fact name="Imposed">{penaltyWords(report)}</Fact>
          <Fact name="Fine">{fineState && `$${fineState.amount.toLocaleString('en')} ${fineState.state}`}</Fact>
          <Fact name="Jail">{jail && (jail.released ? `released ${dateTime(jail.released.at)}` : `until ${dateTime(jail.until)}`)}</Fact>
          <Fact name="Complaint">{content.medical.complaint}</Fact>
          <Fact name="Findings">{content.medical.findings}</Fact>
          <Fact name="Treatment">{content.medical.treatment}</Fact>
          <Fact name="Outcome">{content.medical.outcome}</Fact>
          <Fact name="Taken to">{content.medical.takenTo}</Fact>
          <Fact name="People">{content.people.map(({ name, role }) => `${name} (${role})`).join(', ')}</Fact>
          <Fact name="Vehicles">{content.vehicles.map(({ plate, model }) => `${plate} ${model}`.trim()).join(', ')}</Fact>
          <FieldFacts of={kind} values={content.fields} Fact={Fact} />
        </dl>
        {content.charges.length > 0 && (
          <ul className={classes.glanceCharges} aria-label="Offences">
            {content.charges.map((charge) => (
              <li key={charge.revisionId}>
                <span className={classes.code}>{charge.code}</span> {charge.title}
                {charge.counts > 1 && <span className={classes.faint}> {charge.counts} counts</span>}
                <span className={classes.range}>{penaltyWords({ ...charge, points: 0 })}</span>
              </li>
            ))}
          </ul>
        )}
        {content.narrative && <p className={classes.prose}>{content.narrative}</p>}
        {content.evidence.length > 0 && (
          <ul className={classes.evidence} aria-label="Evidence">
            {content.evidence.map((item, index) => (
              // oxlint-disable-next-line no-array-index-key -- it never changes
              <li key={index}>
                {item.text}{' '}
                <span className={classes.faint}>
                  {[item.holder, item.heldSince && dateTime(item.heldSince)].filter(Boolean).join(', ')}
                </span>
                <div className={classes.pictures}>
                  {item.pictureIds.map((pictureId) => (
                    <span key={pictureId} className={classes.picture}>
                      <ReportPicture pictureId={pictureId} alt={`Picture of ${item.text}`} />
                    </span>
                  ))}
                </div>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

/** One fact on a line; nothing where it is not known. */
function Fact({ name, children }: { name: string; children?: ReactNode }) {
  if (children === null || children === undefined || children === '' || children === false) return null
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
