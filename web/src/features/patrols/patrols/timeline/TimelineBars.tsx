import type { PatrolDetail } from '@tenfour/contract'
import { clockTime } from '../../../../platform/format/local-times.ts'
import { duration } from '../../../../platform/format/durations.ts'
import { ChartTable } from '../../../../ui/ChartTable.tsx'
import { classNames, Row } from '../../../../ui/layout.tsx'
import classes from './PatrolTimeline.module.css'
import { lengthWords, pieceWords, spanWords, type Piece, type Timeline } from './timeline.ts'

export function StatusBar({ timeline, aside }: { timeline: Timeline; aside?: string }) {
  return (
    <div>
      <BarHead title="Status" aside={aside} />
      <Bar pieces={timeline.statuses} kind="status" />
      <Row
        as="ul"
        gap="2px 14px"
        className={classNames('muted small', classes.key)}
        style={{ marginTop: 6 }}
        aria-label="Time in each status"
      >
        {timeline.totals.map(({ words, tone, seconds }) => (
          <li key={words}>
            <i className={classes.paint} data-tone={tone} aria-hidden />
            {words} <span className="mono">{seconds < 60 ? '<1 min' : duration(seconds / 60)}</span>
          </li>
        ))}
      </Row>
    </div>
  )
}

const UNWATCHED = {
  open: 'Nothing has been recorded yet.',
  ended: 'The game server was not connected, or this department does not play in the game.',
}

/** Of older patrols only totals and absences are kept. */
const isSummed = ({ seenSeconds, presence }: PatrolDetail): boolean => Boolean(seenSeconds) && presence.length === 0

/** The time the member was seen in the game. Where nothing is drawn, nobody watched. */
export function GameBar({ patrol, timeline }: { patrol: PatrolDetail; timeline: Timeline }) {
  const isWatched = patrol.watched.length > 0 || patrol.seenSeconds !== null
  const longest = timeline.game.filter(({ kind }) => kind === 'gap').toSorted((a, b) => b.width - a.width)[0]
  return (
    <div>
      <BarHead title="In the game" aside={isWatched ? seenWords(patrol, timeline) : 'not checked'} />
      {isWatched ? (
        (!isSummed(patrol) || timeline.game.length > 0) && <Bar pieces={timeline.game} kind="game" />
      ) : (
        <p className="muted flush">{UNWATCHED[patrol.endedAt === null ? 'open' : 'ended']}</p>
      )}
      {isSummed(patrol) && <p className="muted flush">Exact times are not kept for this long. Totals and absences are.</p>}
      <Row nowrap justify="space-between" className="muted mono tiny" style={{ marginTop: 3 }} aria-hidden>
        <span>{clockTime(timeline.from)}</span>
        {longest && <span>{`${spanWords(longest.from, longest.to)} not in the game`}</span>}
        <span>{patrol.endedAt === null ? 'now' : clockTime(timeline.to)}</span>
      </Row>
    </div>
  )
}

function seenWords({ seenSeconds, idleSeconds }: PatrolDetail, { from, to }: Timeline): string {
  if (seenSeconds === null) return 'being checked'
  // Whole seconds may be rounded up to more than the patrol has.
  const seen = `${duration(Math.min(seenSeconds, (to - from) / 1000) / 60)} seen`
  return idleSeconds !== null && idleSeconds >= 60 ? `${seen}, ${duration(idleSeconds / 60)} idle` : seen
}

const BarHead = ({ title, aside }: { title: string; aside: string | undefined }) => (
  <Row as="p" nowrap justify="space-between" gap={12} className="muted small">
    <span>{title}</span>
    <span className="mono">{aside}</span>
  </Row>
)

/** Purely visual: the table carries the same information. */
export const Bar = ({ pieces, kind }: { pieces: readonly Piece<string>[]; kind: 'status' | 'game' }) => (
  <div className={classes.bar} data-bar={kind} aria-hidden>
    {pieces.map((piece) => (
      <i
        key={`${piece.kind}${piece.from}`}
        className={classes.paint}
        data-tone={piece.kind}
        title={pieceWords(piece)}
        style={{ left: `${piece.left * 100}%`, width: `${piece.width * 100}%` }}
      />
    ))}
  </div>
)

export function TimelineTable({ timeline: { statuses, game } }: { timeline: Timeline }) {
  const pieces = [...statuses, ...game].toSorted((a, b) => a.from - b.from)
  return (
    <ChartTable
      caption="Statuses and time in the game"
      columns={['Time', 'What', 'Length']}
      rows={pieces.map(({ kind, words, from, to }) => ({
        key: `${kind}${from}`,
        name: spanWords(from, to),
        cells: [words, lengthWords(from, to)],
      }))}
    />
  )
}
