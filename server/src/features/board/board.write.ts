import { UNIT_STATUS, type Call, type PatrolUnit } from '@tenfour/contract'
import { z } from 'zod'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { Statement } from '../../platform/database/portal-client.ts'
import type { Changes } from './board.changes.ts'
import { WrittenDesks } from './board.desk.ts'
import type { By } from './board.part.ts'
import { statementFor } from './board.statement.ts'
import type { PartName, Values } from './board.steps.ts'

const Written = z.object({
  boards: z.record(z.string(), z.number()),
  calls: z.record(z.string(), z.number()),
  assignmentIds: z.array(z.number()),
  logIds: z.array(z.number()),
  ...WrittenDesks.shape,
})
export type Written = z.infer<typeof Written>

export type Counts = { readonly boards: ReadonlyMap<number, number>; readonly calls: ReadonlyMap<number, number> }

/** Everything an action changes, in one statement. Answers the numbers that the rooms have reached, and those of what is new. */
export function writeChanges(db: Db | Tx, changes: Changes, counts: Counts, now: string, by: By | null): Statement {
  const isNew = ({ callUnitId }: { callUnitId: number | null }) => callUnitId === null
  const changedCalls = changes.calls.filter(({ was }) => was)
  const advances = [...counts.calls].map(([id, count]) => ({ id, count }))
  const rows = {
    units: changes.units.map(({ is }) => unitRow(is)),
    newCalls: changes.calls.filter(({ was }) => !was).map(({ is }) => callRow(is)),
    changedCalls: changedCalls.map(({ is }) => callRow(is)),
    advances,
    times: changes.assignments.filter((each) => !isNew(each)),
    newAssignments: changes.assignments.filter(isNew),
    logs: changes.logs.map(({ author, ...line }) => ({ ...line, authorId: author?.userId ?? null })),
    audits: changes.audits,
    started: changes.units.filter((_, index) => changes.patrols[index]?.isStarted).map(({ is }) => unitRow(is)),
    statuses: changes.patrols.filter(({ status }) => status !== null),
    ownCalls: changes.calls.filter(({ was, is }) => was?.status !== is.status).map(({ is }) => is),
    deskEvents: changes.deskEvents,
  }
  const others = advances.filter(({ id }) => !changedCalls.some(({ is }) => is.callId === id))
  const ids = {
    advancedIds: others.map(({ id }) => id),
    advancedBy: others.map(({ count }) => count),
    boardKeys: [...counts.boards.keys()].map((serverId) => `board:${serverId}`),
    boardsBy: [...counts.boards.values()],
    ended: changes.patrols.filter(({ isEnded }) => isEnded).map(({ userId }) => userId),
    unitIds: changes.units.map(({ is }) => is.userId),
    offDuty: changes.units.filter(({ is }) => is.status === UNIT_STATUS.offDuty).map(({ is }) => is.userId),
  }
  const needed = neededParts({ ...rows, ...ids }, by)
  const json = mapValues(rows, (each) => JSON.stringify(each))
  return statementFor(needed).bind(db, { now, by: by?.userId ?? null, requestId: by?.requestId ?? null, ...json, ...ids })
}
const Answer = z.tuple([z.object({ written: Written })])
export const readWritten = (rows: unknown): Written => Answer.parse(rows)[0].written

type Given = { readonly [K in keyof Omit<Values, 'now' | 'by' | 'requestId'>]: readonly unknown[] }

/** Only what has something to do: a change of status is four steps of these. */
function neededParts(given: Given, by: By | null): ReadonlySet<PartName> {
  const steps: readonly (readonly [PartName, boolean])[] = [
    ['settled_pings', by !== null || given.offDuty.length > 0],
    ['written_units', given.units.length > 0],
    ['heard', by !== null && !given.unitIds.includes(by.userId)],
    ['new_calls', given.newCalls.length > 0],
    ['changed_calls', given.changedCalls.length > 0],
    ['advanced_calls', given.advancedIds.length > 0],
    ['stepped_back', given.times.length > 0],
    ['stepped_up', given.times.length > 0],
    ['new_assignments', given.newAssignments.length > 0],
    ['new_logs', given.logs.length > 0],
    ['audited', given.audits.length > 0],
    ['ended', given.ended.length > 0],
    ['started', given.started.length > 0],
    ['noted', given.statuses.length > 0],
    ['advanced_boards', given.boardKeys.length > 0],
    ['own_calls_told', given.ownCalls.length > 0],
    ['advanced_desks', by !== null || given.offDuty.length > 0 || given.ownCalls.length > 0 || given.deskEvents.length > 0],
  ]
  return new Set(steps.filter(([, isNeeded]) => isNeeded).map(([name]) => name))
}

const mapValues = <T extends object, R>(values: T, map: (value: unknown) => R) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)])) as Record<keyof T, R>

const unitRow = (unit: PatrolUnit) => ({
  user_id: unit.userId,
  server_id: unit.serverId,
  department_id: unit.department.departmentId,
  unit_class: unit.unitClass,
  identifier: unit.identifier,
  type: unit.type,
  beat_id: unit.beatId,
  beat_since: unit.beatSince,
  channel: unit.channel,
  status: unit.status,
  status_since: unit.statusSince,
  on_duty_since: unit.onDutySince,
})

const callRow = (call: Call) => ({
  id: call.callId,
  server_id: call.serverId,
  call_type_id: call.callTypeId,
  priority: call.priority,
  title: call.title,
  narrative: call.narrative,
  location: call.location,
  postal: call.postal,
  x: call.x,
  y: call.y,
  caller: call.caller,
  channel: call.channel,
  classes: call.classes,
  source: call.source,
  status: call.status,
  disposition: call.disposition,
  version: call.version,
  handler_id: call.handlerUserId,
  merged_into_id: call.mergedIntoId,
  panic_user_id: call.panicUserId,
  created_by: call.createdBy?.userId ?? null,
  created_at: call.createdAt,
  cleared_by: call.clearedBy?.userId ?? null,
  cleared_at: call.clearedAt,
})
