import type { Correction, PatrolDetail, PatrolGap } from '@tenfour/contract'
import type { ReactNode } from 'react'
import { dateTime } from '../../../../platform/format/dates.ts'
import { duration } from '../../../../platform/format/durations.ts'
import { CorrectionList } from './CorrectionList.tsx'
import { patrolWhen } from '../patrol.labels.ts'
import { Row, Stack } from '../../../../ui/layout.tsx'
import classes from './PatrolTimeline.module.css'
import { timelineOf, gapWords, lengthWords, spanWords } from './timeline.ts'
import { GameBar, StatusBar, TimelineTable } from './TimelineBars.tsx'
import { CallsWorked, ReportsWritten } from './WorkDone.tsx'

export { patrolTitle } from '../patrol.labels.ts'

type PatrolTimelineProps = {
  patrol: PatrolDetail
  /** Up to where one that is under way is drawn. */
  now: Date
  /** Below an absence's note, such as Count and Leave out. */
  gapActions?: ((gap: PatrolGap) => ReactNode) | undefined
  /** Below a correction, such as Accept and Decline, or Withdraw. */
  correctionActions?: ((correction: Correction) => ReactNode) | undefined
  /** At the end. */
  actions?: ReactNode
  /** Whether the viewer may open the reports. */
  linksReports?: boolean
}

/** One patrol from start to end: what was claimed, what the game saw, what counts of it, and the work done. */
export function PatrolTimeline({ patrol, now, gapActions, correctionActions, actions, linksReports = false }: PatrolTimelineProps) {
  const timeline = timelineOf(patrol, now.getTime())
  const asked = patrol.corrections.find(({ state, countsGaps }) => state === 'asked' && countsGaps)
  return (
    <Stack gap={14} className={classes.timeline}>
      <p className="muted">{whereWords(patrol)}</p>
      <StatusBar timeline={timeline} aside={`${duration((timeline.to - timeline.from) / 60_000)} claimed`} />
      <GameBar patrol={patrol} timeline={timeline} />
      <p>
        <strong>{duration(patrol.countedSeconds / 60)} counted</strong>
        {patrol.isSettled ? '' : patrol.endedAt === null ? ' so far' : '. Absences are checked within two minutes.'}
      </p>
      <TimelineTable timeline={timeline} />
      {patrol.endReason === 'silence' && (
        <p className="muted">Ended by the portal at the last sign of life, because the unit had not been heard from.</p>
      )}
      {patrol.isCut && <p className="muted">{cutWords(patrol)}</p>}
      {patrol.gaps.map((gap) => (
        <GapNote key={gap.gapId} gap={gap} absences={patrol.absences} asked={asked} actions={gapActions?.(gap)} />
      ))}
      <CallsWorked patrol={patrol} now={now} />
      <ReportsWritten reports={patrol.reports} isLinked={linksReports} />
      <CorrectionList corrections={patrol.corrections} actions={correctionActions} />
      {actions && <Row>{actions}</Row>}
    </Stack>
  )
}

/** 'Saturday 14 November 2026, 20:02–22:51 · Los Santos Police · San Andreas I · Beat 21'. */
function whereWords(patrol: PatrolDetail): string {
  const beats = [...new Set(patrol.stretches.flatMap(({ beat }) => beat ?? []))]
  return [patrolWhen(patrol), patrol.departmentName, patrol.serverName, ...beats].join(' · ')
}

function cutWords({ cutEndedAt }: PatrolDetail): string {
  const start = 'It overlapped a later patrol and was cut where that one starts.'
  return cutEndedAt === null ? `${start} Before, it had no end.` : `${start} Before, it ended ${dateTime(cutEndedAt)}.`
}

type GapNoteProps = {
  gap: PatrolGap
  absences: PatrolDetail['absences']
  /** Asks that absences count, and waits. */
  asked: Correction | undefined
  actions: ReactNode
}

/** A time without presence: how long, whether it counts, and why. */
function GapNote({ gap, absences, asked, actions }: GapNoteProps) {
  const isOpen = gap.decided === null && !gap.isCounted
  return (
    <Stack gap={8} className="box" data-tone={isOpen ? 'warning' : undefined}>
      <p>
        <strong>{lengthWords(gap.startedAt, gap.endedAt)} not in the game</strong>, {spanWords(gap.startedAt, gap.endedAt)}.{' '}
        {gapWords(gap, absences)}
      </p>
      {asked && gap.decided === null && (
        <p>
          {asked.askedBy.name} asks to count it, {dateTime(asked.askedAt)}: {asked.reason}
        </p>
      )}
      {actions && <Row>{actions}</Row>}
    </Stack>
  )
}
