import type { OpenPatrol } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { useOtherZone, zoneTimeWords } from '../../../../platform/calendar/calendar.ts'
import { duration } from '../../../../platform/format/durations.ts'
import { useNow } from '../../../../platform/format/use-now.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { Card } from '../../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../../ui/CardStates.tsx'
import { PageHeader } from '../../../../ui/Page.tsx'
import { TabLinks } from '../../../../ui/TabLinks.tsx'
import { isFiltered, withTableState, type TableState } from '../../../../ui/table-state.ts'
import { useTableSearch } from '../../../../ui/use-table-search.ts'
import { OwnLeaveCard } from '../../../people/leaves/OwnLeaveCard.port.tsx'
import { heatMap } from '../heat-map.ts'
import { patrolStatusTone, patrolStatusWord } from '../patrol.labels.ts'
import { patrolSummaryQuery } from '../patrols.queries.ts'
import { YearCalendar } from '../YearCalendar.tsx'
import { CurrentPatrolCard } from './CurrentPatrolCard.tsx'
import { HISTORY_TABLE, onlyDay } from './history.ts'
import { classNames, Columns, Stack } from '../../../../ui/layout.tsx'
import classes from './OwnPatrols.module.css'
import { PatrolHistory } from './PatrolHistory.tsx'
import { ShareChart } from './ShareChart.tsx'
import { TotalCard } from './TotalCard.tsx'
import { useOwnPatrol } from './use-own-patrol.port.ts'

const YEAR_WEEKS = 53

/** The parts that a phone shows one at a time. */
const TABS = [
  { id: 'hours', name: 'Hours' },
  { id: 'year', name: 'Last year' },
  { id: 'patrols', name: 'All patrols' },
] as const

/** `duty` starts and stops patrols, which is the business of dispatch; it knows the patrol under way. */
export function PatrolPage({ duty }: { duty: (open: OpenPatrol | null | undefined) => ReactNode }) {
  const user = useSignedInUser()
  const open = useOwnPatrol(user.userId)
  const summary = useQuery(patrolSummaryQuery(user.userId))
  const [state, setState] = useTableSearch(HISTORY_TABLE)
  const now = useNow()
  const zone = useOtherZone()
  const history = useRef<HTMLHeadingElement>(null)
  const isListing = useRef(false)
  const { tab: chosen }: Record<string, unknown> = useSearch({ strict: false })
  const tab = TABS.find(({ id }) => id === chosen)?.id ?? (isFiltered(state) ? 'patrols' : 'hours')
  const navigate = useNavigate()
  const list = (wanted: TableState) => {
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...withTableState(before, wanted, HISTORY_TABLE), tab: 'patrols' }),
      replace: true,
      resetScroll: false,
    })
    history.current?.focus()
    isListing.current = true
  }
  // On a phone the list could not take the focus before its tab was drawn.
  useEffect(() => {
    if (isListing.current) history.current?.focus()
    isListing.current = false
  }, [state])
  const { data } = summary
  return (
    <>
      <PageHeader
        title="Patrol"
        subtitle={data && [`${duration(data.today / 60)} on patrol today`, zone && zoneTimeWords(zone)].filter(Boolean).join(', ')}
        actions={duty(open)}
      />
      <div className={classes.tabs}>
        <TabLinks label="Parts of your patrols">
          {TABS.map(({ id, name }) => (
            <Link
              key={id}
              to="."
              search={(before: Record<string, unknown>) => ({ ...before, tab: id })}
              replace
              resetScroll={false}
              aria-current={id === tab ? 'page' : undefined}
            >
              {name}
            </Link>
          ))}
        </TabLinks>
      </div>
      <div
        className={classNames(classes.page, classes.part)}
        data-shown={tab === 'hours' || tab === 'year' || undefined}
        data-tab={data ? tab : 'hours'}
      >
        {open && (
          <div className={classes.full}>
            <CurrentPatrolCard open={open} />
          </div>
        )}
        {data ? (
          <>
            <TotalCard period="week" summary={data} />
            <TotalCard period="month" summary={data} />
          </>
        ) : (
          ['This week', 'This month'].map((title) => (
            <Card key={title} title={title}>
              {summary.isError ? <CardError what="Your hours" onRetry={summary.refetch} /> : <CardLoading rows={3} />}
            </Card>
          ))
        )}
        <OwnLeaveCard />
        {data && (
          <>
            <div className={classNames(classes.full, classes.year)}>
              <Card title="The last year" aside="choose a day to list its patrols">
                <YearCalendar days={heatMap(data.days, now, YEAR_WEEKS)} onChoose={(day) => list(onlyDay(state, day))} />
              </Card>
            </div>
            <Columns className={classNames(classes.full, classes.columns, classes.year)}>
              <Card title="By department" aside="last 30 days">
                {data.byDepartment.length === 0 ? (
                  <CardNote>No patrols in the last 30 days.</CardNote>
                ) : (
                  <ShareChart
                    caption="Time on patrol by department, last 30 days"
                    header="Department"
                    shares={data.byDepartment.map(({ departmentId, departmentName, countedSeconds }) => ({
                      key: String(departmentId),
                      name: departmentName,
                      seconds: countedSeconds,
                    }))}
                  />
                )}
              </Card>
              <Card title="By status" aside="last 30 days">
                {data.byStatus.length === 0 ? (
                  <CardNote>No patrols in the last 30 days.</CardNote>
                ) : (
                  <ShareChart
                    caption="Time on patrol by status, last 30 days"
                    header="Status"
                    shares={data.byStatus.map(({ status, seconds }) => ({
                      key: String(status),
                      name: status === null ? 'Civilian or not recorded' : patrolStatusWord(status),
                      seconds,
                      tone: patrolStatusTone(status),
                    }))}
                  />
                )}
              </Card>
            </Columns>
          </>
        )}
      </div>
      <Stack gap="inherit" className={classes.part} data-shown={tab === 'patrols' || undefined}>
        <h2 ref={history} tabIndex={-1} className={classes.historyTitle}>
          All patrols
        </h2>
        <PatrolHistory user={user} summary={data} state={state} onStateChange={setState} />
      </Stack>
    </>
  )
}
