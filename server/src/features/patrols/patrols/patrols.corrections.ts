import { sql } from 'kysely'

/** Of a correction `c` asked for by `asker` and decided on by `decider`, if anyone did. */
export const correctionJson = sql`json_build_object('correctionId', c.id, 'patrolId', c.patrol_id,
  'askedBy', json_build_object('userId', asker.id, 'name', asker.name), 'askedAt', c.asked_at, 'reason', c.reason,
  'startedAt', c.started_at, 'endedAt', c.ended_at, 'countsGaps', c.counts_gaps,
  'wasStartedAt', c.was_started_at, 'wasEndedAt', c.was_ended_at, 'state', c.state,
  'decided', case when c.decided_at is not null then json_build_object(
    'by', json_build_object('userId', decider.id, 'name', decider.name), 'at', c.decided_at, 'note', c.note) end)`

export const correctionTables = sql`patrol_corrections c join users asker on asker.id = c.asked_by
  left join users decider on decider.id = c.decided_by`
