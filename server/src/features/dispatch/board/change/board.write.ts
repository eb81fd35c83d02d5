import { OwnCall, PingAnswered, UNIT_STATUS, type Call, type PatrolUnit } from '@tenfour/contract'
import { z } from 'zod'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import type { Statement } from '../../../../platform/database/portal-client.ts'
import { patrolRows } from '../../../patrols/patrols/patrols.port.ts'
import type { Decision } from './board.action.ts'
import { statementFor, type StepName, type Values } from './board.statement.ts'

const Written = z.object({
  boards: z.record(z.string(), z.number()),
  calls: z.record(z.string(), z.number()),
  assignmentIds: z.array(z.number()),
  logIds: z.array(z.number()),
  desks: z.record(z.string(), z.number()),
  settled: z.array(PingAnswered),
  ownCalls: z.array(z.object({ userId: z.int(), call: OwnCall })),
})
/** Values only the database knows: new sequence numbers of rooms, ids of new rows, and other members affected. */
export type Written = z.infer<typeof Written>
const Answer = z.tuple([z.object({ written: Written })])
export const readWritten = (rows: unknown): Written => Answer.parse(rows)[0].written

/** Number of events per room. */
export type Counts = { readonly boards: ReadonlyMap<number, number>; readonly calls: ReadonlyMap<number, number> }

export const countsOf = (decisions: readonly Decision[]): Counts => ({
  boards: countUp(decisions.flatMap(({ changes }) => changes.boardEvents.map(({ serverId }) => serverId))),
  calls: countUp(
    decisions.flatMap(({ changes: { calls, assignments, logs } }) => [
      ...calls.flatMap(({ was, is }) => (was ? [is.callId] : [])),
      ...[...assignments, ...logs].map(({ callId }) => callId),
    ]),
  ),
})
export const countUp = (ids: readonly number[]): Map<number, number> => {
  const counts = new Map<number, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** Writes all decisions in one statement. No two of them may change the same unit, call or assignment. */
export function writeDecisions(db: Db | Tx, decisions: readonly Decision[], now: string): Statement {
  const counts = countsOf(decisions)
  const units = decisions.flatMap(({ changes }) => changes.units)
  const { endedPatrols, ...patrols } = patrolRows(decisions.flatMap(({ changes }) => changes.patrols))
  const calls = decisions.flatMap(({ changes }) => changes.calls)
  const assignments = decisions.flatMap(({ changes }) => changes.assignments)
  const changedIds = new Set(calls.filter(({ was }) => was).map(({ is }) => is.callId))
  const unitIds = new Set(units.map(({ is }) => is.userId))
  const actorIds = [...new Set(decisions.flatMap(({ by }) => (by ? [by.userId] : [])))]
  const advanced = [...counts.calls].filter(([callId]) => !changedIds.has(callId))
  const rows = {
    units: units.map(({ is }) => unitRow(is)),
    newCalls: calls.filter(({ was }) => !was).map(({ is }) => callRow(is)),
    changedCalls: calls.filter(({ was }) => was).map(({ is }) => ({ ...callRow(is), advance: counts.calls.get(is.callId) ?? 0 })),
    times: assignments.filter(({ callUnitId }) => callUnitId !== null),
    newAssignments: decisions.flatMap(({ by, changes }) =>
      changes.assignments.filter(({ callUnitId }) => callUnitId === null).map((each) => ({ ...each, assignedById: by?.userId ?? null })),
    ),
    logs: decisions.flatMap(({ changes }) => changes.logs.map(({ author, ...line }) => ({ ...line, authorId: author?.userId ?? null }))),
    audits: decisions.flatMap(({ by, changes }) =>
      changes.audits.map((line) => ({ ...line, actorId: by?.userId ?? null, requestId: by?.requestId ?? null })),
    ),
    ...patrols,
    ownCalls: decisions.flatMap(({ draft, changes }) =>
      changes.calls.filter(({ was, is }) => was?.status !== is.status).map(({ is }) => followedCall(draft, is)),
    ),
    deskEvents: decisions.flatMap(({ changes }) => changes.deskEvents),
  }
  const ids = {
    actorIds,
    heardIds: actorIds.filter((userId) => !unitIds.has(userId)),
    advancedIds: advanced.map(([callId]) => callId),
    advancedBy: advanced.map(([, count]) => count),
    boardKeys: [...counts.boards.keys()].map((serverId) => `board:${serverId}`),
    boardsBy: [...counts.boards.values()],
    endedPatrols,
    offDuty: units.filter(({ is }) => is.status === UNIT_STATUS.offDuty).map(({ is }) => is.userId),
  }
  const json = mapValues(rows, (each) => JSON.stringify(each))
  return statementFor(neededSteps({ ...rows, ...ids })).bind(db, { now, ...json, ...ids })
}

function neededSteps(given: { readonly [K in keyof Omit<Values, 'now'>]: readonly unknown[] }): StepName[] {
  const isAnyoneThere = given.actorIds.length > 0 || given.offDuty.length > 0
  const needs: Readonly<Record<StepName, boolean>> = {
    settled_pings: isAnyoneThere,
    written_units: given.units.length > 0,
    heard: given.heardIds.length > 0,
    new_calls: given.newCalls.length > 0,
    changed_calls: given.changedCalls.length > 0,
    advanced_calls: given.advancedIds.length > 0,
    stepped_back: given.times.length > 0,
    stepped_up: given.times.length > 0,
    new_assignments: given.newAssignments.length > 0,
    new_logs: given.logs.length > 0,
    audited: given.audits.length > 0,
    ended_patrols: given.endedPatrols.length > 0,
    started_patrols: given.startedPatrols.length > 0,
    new_stretches: given.newStretches.length > 0,
    advanced_boards: given.boardKeys.length > 0,
    own_calls_told: given.ownCalls.length > 0,
    advanced_desks: isAnyoneThere || given.ownCalls.length > 0 || given.deskEvents.length > 0,
  }
  return (Object.keys(needs) as StepName[]).filter((name) => needs[name])
}

/** The caller of a merged call follows the other one. */
function followedCall({ after }: Decision['draft'], { callId, createdAt, mergedIntoId, ...own }: Call) {
  const { status, clearedAt } = (mergedIntoId !== null && after.calls.get(mergedIntoId)) || own
  return { callId, createdAt, mergedIntoId, status, clearedAt }
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
  type_id: unit.typeId,
  beat_id: unit.beatId,
  beat_since: unit.beatSince,
  channel: unit.channel,
  status: unit.status,
  status_id: unit.statusId,
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
  number: call.number,
  status: call.status,
  disposition: call.disposition,
  version: call.version,
  handler_id: call.handlerUserId,
  merged_into_id: call.mergedIntoId,
  panic_user_id: call.panicUserId,
  panic_acknowledged_by: call.panicAcknowledgedBy,
  created_by: call.createdBy?.userId ?? null,
  created_at: call.createdAt,
  cleared_by: call.clearedBy?.userId ?? null,
  cleared_at: call.clearedAt,
})
