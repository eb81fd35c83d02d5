import {
  getHealthFigures,
  type FigureRange,
  type HealthFigures as HealthFiguresData,
  type HealthPoint,
  type PortalOverview,
} from '@tenfour/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { call } from '../../../platform/api/client.ts'
import { bytesWords } from '../../../platform/format/bytes.ts'
import { dayTime, relativeTime } from '../../../platform/format/dates.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { ChartTable } from '../../../ui/ChartTable.tsx'
import { Figure, FIGURE_CARD, Figures } from '../../../ui/Figure.tsx'
import { growthOf, lineParts, peakOf, pointsOf, RANGES, type Point } from './health-points.ts'
import classes from './HealthFigures.module.css'

const FRESH_MS = 5 * 60_000

const figuresQuery = (range: FigureRange) =>
  queryOptions({
    queryKey: ['health-figures', range],
    queryFn: ({ signal }) => call(getHealthFigures, { query: { range }, signal, quiet: true }),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    meta: { handled: true },
  })

const number = (value: number): string => value.toLocaleString('en')

/** Figures of now, each with a line of how it went over a day, a week or a month. */
export function HealthFigures({ overview, range }: { overview: PortalOverview | undefined; range: FigureRange }) {
  const { data, error } = useQuery(figuresQuery(range))
  const now = useNow()
  const { length, words } = RANGES[range]
  const to = now.getTime()
  const points = data?.points ?? []
  const peak = (valueOf: (point: HealthPoint) => number) => {
    const found = peakOf(pointsOf(points, valueOf))
    return found && `most ${number(found.value)}, ${dayTime(found.at)}`
  }
  const card = (valueOf: (point: HealthPoint) => number | null, figure: ReactNode, isFromZero = true) => (
    <>
      {figure}
      <Sparkline points={pointsOf(points, valueOf)} from={to - length} to={to} isFromZero={isFromZero} />
    </>
  )
  const { people, units, gameLinks, jobs, database, memory } = overview ?? {}
  const errors = data && points.reduce((sum, point) => sum + point.errors, 0)
  const grown = growthOf(pointsOf(points, ({ databaseBytes }) => databaseBytes))
  return (
    <>
      <Figures>
        <li>
          <div className={FIGURE_CARD}>
            {card(
              (point) => point.people,
              <Figure title="People connected" value={people && number(people.connected)}>
                {peak((point) => point.people) ?? 'no earlier figures'}
              </Figure>,
            )}
          </div>
        </li>
        <li>
          <div className={FIGURE_CARD}>
            {card(
              (point) => point.unitsOnDuty,
              <Figure title="Units on duty" value={units && number(units.onDuty)}>
                {peak((point) => point.unitsOnDuty) ?? 'no earlier figures'}
              </Figure>,
            )}
          </div>
        </li>
        <li>
          <Link to="/servers/list" className={FIGURE_CARD}>
            {card(
              (point) => point.linksOnline,
              <Figure title="Game links" value={gameLinks && `${number(gameLinks.online)} of ${number(gameLinks.total)}`}>
                {gameLinks?.lastHeartbeatAt ? `last heard ${relativeTime(gameLinks.lastHeartbeatAt, now)}` : 'never connected'}
              </Figure>,
            )}
          </Link>
        </li>
        <li>
          <div className={FIGURE_CARD}>
            {card(
              (point) => point.jobsWaiting,
              <Figure title="Jobs" value={jobs && `${number(jobs.waiting)} waiting`} isWarning={(jobs?.failed ?? 0) > 0}>
                {jobs && `${number(jobs.failed)} failed`}
              </Figure>,
            )}
          </div>
        </li>
        <li>
          <div className={FIGURE_CARD}>
            {card(
              (point) => point.errors,
              <Figure title="Errors" value={errors === undefined ? undefined : number(errors)} isMissing={error !== null}>
                {words}
              </Figure>,
            )}
          </div>
        </li>
        <li>
          <div className={FIGURE_CARD}>
            {card(
              (point) => point.databaseBytes,
              <Figure title="Database" value={database && bytesWords(database.bytes)}>
                {grown === undefined ? 'no earlier figures' : `${grownWords(grown)} ${words}`}
              </Figure>,
              false,
            )}
          </div>
        </li>
        <li>
          <div className={FIGURE_CARD}>
            {card(
              (point) => point.diskFreeBytes,
              <Figure title="Disk left" value={diskValue(data)} isMissing={error !== null} isWarning={hasLowDisk(overview)}>
                {data && diskWords(data.disk)}
              </Figure>,
              false,
            )}
          </div>
        </li>
        <li>
          <div className={FIGURE_CARD}>
            {card(
              (point) => point.memoryBytes,
              <Figure title="Memory" value={memory && bytesWords(memory.bytes)}>
                {memory && `of ${bytesWords(memory.ofBytes)}`}
              </Figure>,
            )}
          </div>
        </li>
      </Figures>
      {points.length > 0 && <FiguresTable points={points} range={range} />}
    </>
  )
}

const grownWords = (bytes: number) => (bytes > 0 ? `${bytesWords(bytes)} more` : bytes < 0 ? `${bytesWords(-bytes)} less` : 'as large')
const hasLowDisk = (overview: PortalOverview | undefined) => overview?.concerns.some(({ kind }) => kind === 'diskLow') ?? false
const diskValue = (data: HealthFiguresData | undefined) => data && (data.disk ? bytesWords(data.disk.freeBytes) : 'not known')

function diskWords(disk: HealthFiguresData['disk']): string {
  if (!disk) return 'this portal has no data folder'
  const of = `of ${bytesWords(disk.bytes)}`
  return disk.daysLeft === null
    ? `${of}, not filling up`
    : `${of}, for about ${number(disk.daysLeft)} ${disk.daysLeft === 1 ? 'day' : 'days'}`
}

const COLUMNS = ['Time', 'People', 'Units', 'Game links', 'Jobs waiting', 'Errors', 'Database', 'Disk left', 'Memory']

const FiguresTable = ({ points, range }: { points: readonly HealthPoint[]; range: FigureRange }) => (
  <ChartTable
    caption={`Figures ${RANGES[range].words}`}
    columns={COLUMNS}
    rows={points.toReversed().map((point) => ({
      key: point.at,
      name: dayTime(point.at),
      cells: [
        ...[point.people, point.unitsOnDuty, point.linksOnline, point.jobsWaiting, point.errors].map(number),
        bytesWords(point.databaseBytes),
        point.diskFreeBytes === null ? '–' : bytesWords(point.diskFreeBytes),
        bytesWords(point.memoryBytes),
      ],
    }))}
  />
)

/** A small line of how a figure went; purely visual, beside its words. */
function Sparkline({ points, from, to, isFromZero = false }: { points: readonly Point[]; from: number; to: number; isFromZero?: boolean }) {
  return (
    <svg className={classes.line} viewBox="0 0 100 30" preserveAspectRatio="none" aria-hidden>
      {lineParts(points, from, to, isFromZero).map((part) => (
        <polyline key={part} points={part} />
      ))}
    </svg>
  )
}
