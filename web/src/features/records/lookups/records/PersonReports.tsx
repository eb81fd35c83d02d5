import { Text, UnstyledButton } from '@mantine/core'
import {
  finesSwitch,
  type PatientRecord,
  type PersonRecord,
  type PersonReport,
  type RecordEvent,
  type ReportKind,
  type ReportSummary,
  REPORT_KINDS,
} from '@tenfour/contract'
import { isOn, useIsOn } from '../../../../platform/features/features.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { dateOnly, dateTime } from '../../../../platform/format/dates.ts'
import { FilterChip } from '../../../../ui/FilterChip.tsx'
import { Pager } from '../../../../ui/Pager.tsx'
import { StatusBadge } from '../../../../ui/StatusBadge.tsx'
import { money } from '../../../../platform/format/text.ts'
import { KIND_TONES, openReport, patientReportsQuery, PERSON_PAGE, personReportsQuery, SHORT_KINDS } from '../../reports/reports.port.ts'
import { EventLine } from './RecordParts.tsx'
import { PanelGroup } from '../../../../panels/PanelParts.tsx'
import { Row } from '../../../../ui/layout.tsx'
import { TextButton } from '../../../../ui/TextButton.tsx'
import classes from '../Records.module.css'

type Filter = ReportKind | 'all'
const FILTERS = [
  ['arrest', 'Arrests'],
  ['citation', 'Citations'],
  ['warning', 'Warnings'],
  ['incident', 'Incidents'],
] as const

/** The record: reports and what else happened, newest first. */
export function PersonReports({ person }: { person: PersonRecord }) {
  const { reportCounts: counts, unpaidFines } = person
  const hasFines = useIsOn(finesSwitch)
  const [filter, setFilter] = useState<Filter>('all')
  const [page, setPage] = useState(1)
  const show = (next: Filter) => {
    setFilter(next)
    setPage(1)
  }
  const all = counts.arrest + counts.citation + counts.warning + counts.incident
  const isFirst = filter === 'all' && page === 1
  const total = filter === 'all' ? all : filter === 'patient' || filter === 'treatment' ? 0 : counts[filter]
  const listed = useQuery({
    ...personReportsQuery(person.characterId, page, filter === 'all' ? undefined : filter),
    enabled: !isFirst,
  })
  const reports = isFirst ? person.reports : (listed.data?.items ?? [])
  return (
    <PanelGroup
      title="Record"
      aside={
        <>
          {hasFines && unpaidFines > 0 && (
            <Text span inherit c="var(--danger-text)" fw={550}>
              {money(unpaidFines)} unpaid
            </Text>
          )}
          {all > 0 && (
            <Row as="span" gap="4px 6px" style={{ marginLeft: 'auto' }}>
              <FilterChip isOn={filter === 'all'} onClick={() => show('all')}>
                All {all}
              </FilterChip>
              {FILTERS.filter(([kind]) => counts[kind] > 0).map(([kind, words]) => (
                <FilterChip key={kind} isOn={filter === kind} onClick={() => show(kind)}>
                  {words} {counts[kind]}
                </FilterChip>
              ))}
            </Row>
          )}
        </>
      }
    >
      {listed.isError && !isFirst ? (
        <p className={classes.none} role="alert">
          The reports could not be loaded. <TextButton onClick={() => void listed.refetch()}>Try again</TextButton>
        </p>
      ) : (
        <Lines lines={withEvents(reports, isFirst ? person.record : [])} isLoading={!isFirst && listed.isPending} />
      )}
      <Pager label="Record" page={page} pageSize={PERSON_PAGE} total={total} isTotalExact={total < 1000} onPage={setPage} />
    </PanelGroup>
  )
}

function Lines({ lines, isLoading }: { lines: readonly (PersonReport | RecordEvent)[]; isLoading: boolean }) {
  if (isLoading) return <p className={classes.none}>Loading…</p>
  if (lines.length === 0) return <p className={classes.none}>Nothing on record.</p>
  return (
    <ul className={classes.events}>
      {lines.map((line) =>
        'eventId' in line ? (
          <EventLine key={`e${line.eventId}`} event={line} />
        ) : (
          <ReportLine key={line.reportId} report={line}>
            {fineWords(line)}
          </ReportLine>
        ),
      )}
    </ul>
  )
}

function ReportLine({ report, children }: { report: ReportSummary; children?: ReactNode }) {
  const { kind, number, about, writer, state } = report
  const at = report.finalAt ?? report.submittedAt
  return (
    <li className={classes.event} data-voided={state === 'voided' || undefined}>
      <span className={classes.eventDate} title={dateTime(at)}>
        {dateOnly(at)}
      </span>
      <span className={classes.eventText}>
        <UnstyledButton className={classes.reportLink} title={number} onClick={() => openReport(report.reportId)}>
          <StatusBadge tone={KIND_TONES[kind]} variant="soft">
            {SHORT_KINDS[kind]}
          </StatusBadge>
          <span>
            {about || number}
            <span className="faint">{children}</span>
          </span>
        </UnstyledButton>
      </span>
      <span className={classes.eventBy} title={writer.name}>
        {writer.identifier || writer.name}
      </span>
    </li>
  )
}

/** For fire units. */
export function PatientReports({ patient }: { patient: PatientRecord }) {
  const [page, setPage] = useState(1)
  const listed = useQuery({
    ...patientReportsQuery(patient.characterId, page),
    enabled: page > 1 || patient.reports.length === PERSON_PAGE,
  })
  const reports = page === 1 ? patient.reports : (listed.data?.items ?? [])
  return (
    <PanelGroup title="Reports">
      {reports.length === 0 ? (
        <p className={classes.none}>No reports.</p>
      ) : (
        <ul className={classes.events}>
          {reports.map((report) => (
            <ReportLine key={report.reportId} report={report} />
          ))}
        </ul>
      )}
      {listed.data && (
        <Pager
          label="Reports"
          page={page}
          pageSize={PERSON_PAGE}
          total={listed.data.total}
          isTotalExact={listed.data.isTotalExact}
          onPage={setPage}
        />
      )}
    </PanelGroup>
  )
}

/** Reports and events in one list, newest first. The event of a report that is listed would say the same again. */
export function withEvents(reports: readonly PersonReport[], events: readonly RecordEvent[]): readonly (PersonReport | RecordEvent)[] {
  const titles = new Set(reports.map(({ kind, number }) => `${REPORT_KINDS[kind].title} ${number}`))
  return [...reports, ...events.filter(({ title }) => !titles.has(title))].toSorted((a, b) => timeOf(b).localeCompare(timeOf(a)))
}

const timeOf = (line: PersonReport | RecordEvent): string => ('eventId' in line ? line.at : (line.finalAt ?? line.submittedAt))

/** ' · $420 unpaid', ' · as witness', ' · waits for approval': what else there is to say about it. */
export function fineWords({ role, fineState, state, jailMinutes, amendment }: PersonReport): string {
  const words = [
    role !== 'suspect' && role !== 'patient' && `as ${role}`,
    state === 'voided' && 'voided',
    state === 'submitted' && 'waits for approval',
    state === 'returned' && 'returned to its writer',
    amendment !== null && 'being amended',
    isOn(finesSwitch) && fineState && (fineState.state === 'dropped' ? 'fine dropped' : `${money(fineState.amount)} ${fineState.state}`),
    jailMinutes > 0 && `${jailMinutes} min jail`,
  ].filter(Boolean)
  return words.map((each) => ` · ${String(each)}`).join('')
}
