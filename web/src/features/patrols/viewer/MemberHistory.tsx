import { NativeSelect } from '@mantine/core'
import { PatrolFilter, type Patrol } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dateTime } from '../../../platform/format/dates.ts'
import { durationInColumn } from '../../../platform/format/durations.ts'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { FilterChip } from '../../../ui/FilterChip.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { filterWord, patrolMarks } from '../patrols/patrols.queries.port.ts'
import { classNames, Row, Stack } from '../../../ui/layout.tsx'
import classes from './Viewer.module.css'
import { HISTORY_PAGE, historyQuery } from './viewer.queries.ts'

type MemberHistoryProps = {
  userId: number
  departmentId: number | undefined
  /** The chosen period, in words too. */
  period: { readonly from: string; readonly to: string }
  periodName: string
  onOpen: (patrolId: number) => void
}

/** The patrols of a member in the chosen period, newest first, or all that the user may see. */
export function MemberHistory({ userId, departmentId, period: { from, to }, periodName, onOpen }: MemberHistoryProps) {
  const [page, setPage] = useState(1)
  const [only, setOnly] = useState<PatrolFilter | undefined>(undefined)
  const [isAllTime, setAllTime] = useState(false)
  const history = useQuery(historyQuery(userId, { page, only, departmentId, ...(!isAllTime && { from, to }) }))
  const { data } = history
  return (
    <>
      <Row as="fieldset" gap="6px 8px">
        <legend className="visually-hidden">Time</legend>
        {[false, true].map((isAll) => (
          <FilterChip
            key={String(isAll)}
            isOn={isAllTime === isAll}
            onClick={() => {
              setAllTime(isAll)
              setPage(1)
            }}
          >
            {isAll ? 'All time' : periodName}
          </FilterChip>
        ))}
      </Row>
      <NativeSelect
        size="xs"
        aria-label="Which patrols"
        value={only ?? ''}
        data={[{ value: '', label: 'All patrols' }, ...PatrolFilter.options.map((value) => ({ value, label: filterWord(value) }))]}
        onChange={({ currentTarget: { value } }) => {
          setOnly(PatrolFilter.safeParse(value).data)
          setPage(1)
        }}
      />
      {data ? (
        data.items.length === 0 ? (
          <CardNote>{only ? 'No such patrols.' : isAllTime ? 'No patrols yet.' : 'No patrols in this period.'}</CardNote>
        ) : (
          <Stack as="ul" gap={0} className={classes.entries} aria-label="Patrols">
            {data.items.map((patrol) => (
              <HistoryEntry key={patrol.patrolId} patrol={patrol} onOpen={onOpen} />
            ))}
          </Stack>
        )
      ) : history.isError ? (
        <CardError what="The patrols" onRetry={history.refetch} />
      ) : (
        <CardLoading rows={8} />
      )}
      {data && <Pager label="Patrols" {...data} page={page} pageSize={HISTORY_PAGE} onPage={setPage} />}
    </>
  )
}

function HistoryEntry({ patrol, onOpen }: { patrol: Patrol; onOpen: (patrolId: number) => void }) {
  const marks = patrolMarks(patrol)
  return (
    <li>
      <button type="button" className={classNames('quiet-button', classes.entry)} onClick={() => onOpen(patrol.patrolId)}>
        <Row as="span" gap="0 8px" align="stretch">
          <strong>{dateTime(patrol.startedAt)}</strong>
          <span className={classes.entryEnd}>
            {patrol.endedAt === null ? (
              <StatusBadge tone="available">On patrol</StatusBadge>
            ) : (
              <span className="mono">{durationInColumn(patrol.countedSeconds / 60)}</span>
            )}
          </span>
        </Row>
        <Row as="span" nowrap gap="0 8px" align="stretch" className="muted small">
          <span className="truncated">
            {[patrol.identifier, patrol.kind === 'civilian' ? 'Civilian' : patrol.departmentName, patrol.serverName]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <span className={classes.entryEnd}>
            {patrol.calls} {patrol.calls === 1 ? 'call' : 'calls'}
          </span>
        </Row>
        {marks.length > 0 && (
          <Row as="span" gap="0 12px" className="small">
            {marks.map(({ key, tone, words }) => (
              <StatusBadge key={key} tone={tone}>
                {words}
              </StatusBadge>
            ))}
          </Row>
        )}
      </button>
    </li>
  )
}
