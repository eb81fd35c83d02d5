import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDownload, IconPlayerPlay } from '@tabler/icons-react'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useOtherZone, zoneTimeWords } from '../../../platform/calendar/calendar.ts'
import { EXPORT_LIMIT, useCsvExport, csvTime, toCsv, type CsvCell } from '../../../platform/download/csv-export.ts'
import { useIsOn } from '../../../platform/features/features.ts'
import { DayRange } from '../../../ui/DayRange.tsx'
import { FilterChip } from '../../../ui/FilterChip.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { ranksQuery } from '../../people/departments/departments.port.ts'
import { beforeWords, isWholeDay, MAX_DAYS, periodOf, periodWords, shiftPeriod, type PeriodKind } from './period.ts'
import type { Viewer } from './use-viewer.ts'
import { Row } from '../../../ui/layout.tsx'
import classes from './Viewer.module.css'
import { fetchMemberPatrols } from './viewer.queries.ts'
import type { MemberFilter } from './viewer-state.ts'
import { replaySwitch, type MemberPatrols } from '@tenfour/contract'

export type ViewedDepartment = { readonly departmentId: number; readonly name: string }
type ViewerHeaderProps = {
  viewer: Viewer
  /** The departments the user may see. */
  departments: readonly ViewedDepartment[]
  seesAll: boolean
  filter: Partial<MemberFilter>
  isEmpty: boolean
}

const KINDS: readonly (readonly [PeriodKind, string])[] = [
  ['week', 'Week'],
  ['month', 'Month'],
  ['custom', 'Custom'],
]

export function ViewerHeader({ viewer, departments, seesAll, filter, isEmpty }: ViewerHeaderProps) {
  const { period, today, search, setPeriod, change } = viewer
  const zone = useOtherZone()
  const hasReplay = useIsOn(replaySwitch)
  const next = shiftPeriod(period, 1)
  return (
    <>
      <PageHeader
        title="Patrol Viewer"
        subtitle={[periodWords(period, today), departmentWords(departments, search.department, seesAll), zone && zoneTimeWords(zone)]
          .filter(Boolean)
          .join(', ')}
        actions={
          <Row gap="6px 8px">
            <Row as="fieldset" gap="6px 8px">
              <legend className="visually-hidden">Period</legend>
              {KINDS.map(([kind, label]) => (
                <FilterChip
                  key={kind}
                  isOn={period.kind === kind}
                  onClick={() => setPeriod(periodOf({ kind, from: startOf(viewer), to: kind === 'custom' ? period.to : undefined }, today))}
                >
                  {label}
                </FilterChip>
              ))}
            </Row>
            <Row as="span" gap={4} nowrap>
              <Step label={`Previous ${stepWord(period.kind)}`} onClick={() => setPeriod(shiftPeriod(period, -1))}>
                <IconChevronLeft size={16} aria-hidden />
              </Step>
              <Step label={`Next ${stepWord(period.kind)}`} isEnd={next.from > today} onClick={() => setPeriod(next)}>
                <IconChevronRight size={16} aria-hidden />
              </Step>
            </Row>
            <FilterChip isOn={search.compare === 'yes'} onClick={() => change({ compare: search.compare ? undefined : 'yes' })}>
              Compare: {beforeWords(period)}
            </FilterChip>
            {seesAll && hasReplay && (
              <Button
                variant="default"
                size="sm"
                leftSection={<IconPlayerPlay size={16} stroke={1.8} aria-hidden />}
                renderRoot={(props) => <Link to="/staff/patrol-viewer/replay" {...props} />}
              >
                Replay
              </Button>
            )}
            <CsvButton filter={filter} isEmpty={isEmpty} />
          </Row>
        }
      />
      {(period.kind === 'custom' || departments.length > 1 || search.department !== undefined) && (
        <Row gap="6px 8px" align="end" style={{ marginTop: -8 }}>
          {period.kind === 'custom' && <CustomDays viewer={viewer} />}
          {departments.length > 1 && (
            <NativeSelect
              className={classes.select}
              size="xs"
              aria-label="Department"
              value={String(search.department ?? '')}
              data={[
                { value: '', label: seesAll ? 'All departments' : 'All of yours' },
                ...departments.map(({ departmentId, name }) => ({ value: String(departmentId), label: name })),
              ]}
              onChange={({ currentTarget: { value } }) => change({ department: value || undefined, rank: undefined })}
            />
          )}
          <RankSelect viewer={viewer} />
          {period.kind === 'custom' && (
            <p className="muted small" style={{ margin: '0 0 8px' }}>
              At most {MAX_DAYS} days
            </p>
          )}
        </Row>
      )}
    </>
  )
}

/** Today if it is in the period, so that Month opens the current month. */
const startOf = ({ period, today }: Viewer): string => (period.from <= today && today <= period.to ? today : period.from)
const stepWord = (kind: PeriodKind): string => (kind === 'custom' ? 'period' : kind)

/** 'LSPD', 'LSPD and BCSO', 'all departments'. */
export function departmentWords(departments: readonly ViewedDepartment[], chosen: number | undefined, seesAll: boolean): string {
  const one = departments.find(({ departmentId }) => departmentId === chosen)
  if (one) return one.name
  if (seesAll) return 'all departments'
  if (departments.length > 3) return `${departments.length} departments`
  return new Intl.ListFormat('en').format(departments.map(({ name }) => name))
}

type Days = { readonly from?: string; readonly to?: string }

/** The period changes with each whole day; a field shows what was typed until it is left. */
function CustomDays({ viewer: { period, today, setPeriod } }: { viewer: Viewer }) {
  const [typed, setTyped] = useState<Days>({})
  const change = (end: keyof Days, day: string) => {
    setTyped({ [end]: day })
    if (isWholeDay(day)) setPeriod(periodOf({ kind: 'custom', from: period.from, to: period.to, [end]: day }, today))
  }
  return (
    <div className={classes.days} onBlur={() => setTyped({})}>
      <DayRange
        className={classes.day}
        value={{ from: period.from, to: period.to, ...typed }}
        onChange={(days) => change('from' in days ? 'from' : 'to', days.from ?? days.to ?? '')}
      />
    </div>
  )
}

type StepProps = { label: string; isEnd?: boolean; onClick: () => void; children: React.ReactNode }
/** Stays focusable at the end. */
const Step = ({ label, isEnd = false, onClick, children }: StepProps) => (
  <ActionIcon
    variant="default"
    size={24}
    radius="xl"
    aria-label={label}
    title={label}
    aria-disabled={isEnd}
    data-disabled={isEnd || undefined}
    onClick={isEnd ? undefined : onClick}
  >
    {children}
  </ActionIcon>
)

function RankSelect({ viewer: { search, change } }: { viewer: Viewer }) {
  const query = ranksQuery(search.department ?? 0, true)
  const ranks = useQuery({ ...query, queryFn: search.department === undefined ? skipToken : query.queryFn }).data ?? []
  if (search.department === undefined || ranks.length === 0) return null
  return (
    <NativeSelect
      className={classes.select}
      size="xs"
      aria-label="Rank"
      value={String(search.rank ?? '')}
      data={[{ value: '', label: 'All ranks' }, ...ranks.map(({ rankId, rankName }) => ({ value: String(rankId), label: rankName }))]}
      onChange={({ currentTarget: { value } }) => change({ rank: value || undefined })}
    />
  )
}

/** Everyone the current filters match, in the current order. */
function CsvButton({ filter, isEmpty }: { filter: Partial<MemberFilter>; isEmpty: boolean }) {
  const { count, start, stop } = useCsvExport()
  const download = () =>
    start({
      fetchPage: (page, signal) => fetchMemberPatrols(filter, page, signal),
      keyOf: ({ userId }) => userId,
      fileName: viewerFileName(filter),
      toFile: viewerCsv,
      tooMany: `The file holds the first ${EXPORT_LIMIT.toLocaleString('en')} members. Filter the list for the rest.`,
    })
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
      disabled={isEmpty}
      onClick={count === null ? download : stop}
    >
      {count === null ? 'CSV of this view' : `Stop at ${count.toLocaleString('en')}`}
    </Button>
  )
}

const hours = (minutes: number): number => Math.round((minutes / 60) * 100) / 100

/** The columns of the table, in its order. */
const COLUMNS: readonly (readonly [header: string, cell: (row: MemberPatrols) => CsvCell])[] = [
  ['Member', ({ name }) => name],
  ['Department', ({ departmentName }) => departmentName],
  ['Rank', ({ rankName }) => rankName],
  ['Hours', ({ countedSeconds }) => hours(countedSeconds / 60)],
  ['Quota (h)', ({ quota }) => quota && hours(quota.dueMinutes)],
  ['Seen (%)', ({ seenPercent }) => seenPercent],
  ['Flagged', ({ isFlagged }) => (isFlagged ? 'yes' : '')],
  ['Calls', ({ calls }) => calls],
  ['Last patrol', ({ lastPatrolAt }) => csvTime(lastPatrolAt)],
  ['On leave', ({ isOnLeave }) => (isOnLeave ? 'yes' : '')],
  ['Weeks missed', ({ quota }) => quota?.weeks && quota.weeks.missed],
  ['of weeks', ({ quota }) => quota?.weeks && quota.weeks.over],
]

export const viewerCsv = (rows: readonly MemberPatrols[]): string =>
  toCsv(
    COLUMNS.map(([header]) => header),
    rows.map((row) => COLUMNS.map(([, cell]) => cell(row))),
  )

export const viewerFileName = ({ from, to }: Pick<Partial<MemberFilter>, 'from' | 'to'>): string => `patrols-${from}-to-${to}.csv`
