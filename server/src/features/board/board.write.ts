import type { Call, PatrolUnit } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../../platform/database/database.ts'
import type { Changes } from './board.changes.ts'
import { advancedDesks, settledPings, signOfLife, WrittenDesks, writtenDesks } from './board.desk.ts'
import type { By } from './board.part.ts'

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
export async function writeChanges(tx: Tx, changes: Changes, counts: Counts, now: string, by: By | null): Promise<Written> {
  const rows = (all: readonly object[]) => sql`${JSON.stringify(all)}::jsonb`
  const isNew = ({ callUnitId }: { callUnitId: number | null }) => callUnitId === null
  const changed = changes.calls.filter(({ was }) => was)
  const advances = [...counts.calls].map(([id, count]) => ({ id, count }))
  const { rows: answer } = await sql<{ written: unknown }>`
with ${settledPings(changes, now, by)}, written_units as (
      insert into units (user_id, server_id, department_id, unit_class, identifier, type, beat_id, beat_since, channel,
        status, status_since, on_duty_since, last_heard_at)
      select x.*, ${now}::timestamptz from jsonb_to_recordset(${rows(changes.units.map(({ is }) => unitRow(is)))}) as x (user_id integer, server_id integer,
        department_id integer, unit_class smallint, identifier text, type smallint, beat_id integer, beat_since timestamptz, channel text, status smallint,
        status_since timestamptz, on_duty_since timestamptz)
      where (select count(*) from settled_pings) >= 0
      on conflict (user_id) do update set server_id = excluded.server_id, department_id = excluded.department_id,
        unit_class = excluded.unit_class, identifier = excluded.identifier, type = excluded.type, beat_id = excluded.beat_id,
        beat_since = excluded.beat_since, channel = excluded.channel, status = excluded.status, status_since = excluded.status_since, on_duty_since = excluded.on_duty_since,
        last_heard_at = case when excluded.user_id = ${by?.userId ?? 0}::integer then excluded.last_heard_at else units.last_heard_at end
      returning user_id
    ), ${signOfLife(changes, now, by)}, new_calls as (
      insert into calls (id, server_id, call_type_id, priority, title, narrative, location, postal, x, y, caller, channel, classes, source, status,
        disposition, version, handler_id, panic_user_id, created_by, created_at)
      select * from jsonb_to_recordset(${rows(changes.calls.filter(({ was }) => !was).map(({ is }) => callRow(is)))}) as x (id integer,
        server_id integer, call_type_id integer, priority smallint, title text, narrative text, location text, postal text,
        x double precision, y double precision, caller text, channel text, classes smallint[], source text, status text, disposition text,
        version integer, handler_id integer, panic_user_id integer, created_by integer, created_at timestamptz)
    ), changed_calls as (
      update calls c set call_type_id = x.call_type_id, priority = x.priority, title = x.title, narrative = x.narrative,
        location = x.location, postal = x.postal, x = x.x, y = x.y, caller = x.caller, channel = x.channel, classes = x.classes,
        status = x.status, disposition = x.disposition, version = x.version, handler_id = x.handler_id, merged_into_id = x.merged_into_id,
        cleared_by = x.cleared_by, cleared_at = x.cleared_at, seq = c.seq + coalesce(n.count, 0)
      from jsonb_to_recordset(${rows(changed.map(({ is }) => callRow(is)))}) as x (id integer, call_type_id integer, priority smallint,
        title text, narrative text, location text, postal text, x double precision, y double precision, caller text, channel text,
        classes smallint[], status text, disposition text, version integer, handler_id integer, merged_into_id integer, cleared_by integer, cleared_at timestamptz)
        left join jsonb_to_recordset(${rows(advances)}) as n (id integer, count integer) on n.id = x.id
      where c.id = x.id returning c.id, c.seq
    ), advanced_calls as (
      update calls c set seq = c.seq + n.count
      from jsonb_to_recordset(${rows(advances.filter(({ id }) => !changed.some(({ is }) => is.callId === id)))}) as n (id integer, count integer)
      where c.id = n.id returning c.id, c.seq
    ), times as (
      select * from jsonb_to_recordset(${rows(changes.assignments.filter((each) => !isNew(each)))}) as x ("callUnitId" bigint,
        identifier text, "isPrimary" boolean, "enRouteAt" timestamptz, "onSceneAt" timestamptz, "clearedAt" timestamptz)
    ), stepped_back as (
      update call_units a set identifier = x.identifier, is_primary = x."isPrimary", en_route_at = x."enRouteAt", on_scene_at = x."onSceneAt", cleared_at = x."clearedAt"
      from times x where a.id = x."callUnitId" and (x."clearedAt" is not null or not x."isPrimary") returning a.id
    ), stepped_up as (
      -- After those who left or no longer lead: one leads at any moment.
      update call_units a set identifier = x.identifier, is_primary = true, en_route_at = x."enRouteAt", on_scene_at = x."onSceneAt"
      from times x where a.id = x."callUnitId" and x."clearedAt" is null and x."isPrimary" and (select count(*) from stepped_back) >= 0
      returning a.id
    ), new_assignments as (
      insert into call_units (call_id, user_id, identifier, unit_class, is_primary, assigned_by, assigned_at, en_route_at, on_scene_at)
      select "callId", "userId", identifier, "unitClass", "isPrimary", ${by?.userId ?? null}::integer, "assignedAt", "enRouteAt", "onSceneAt"
      from jsonb_to_recordset(${rows(changes.assignments.filter(isNew))}) as x ("callId" integer, "userId" integer, identifier text,
        "unitClass" smallint, "isPrimary" boolean, "assignedAt" timestamptz, "enRouteAt" timestamptz, "onSceneAt" timestamptz)
      where (select count(*) from stepped_back) >= 0 and (select count(*) from stepped_up) >= 0 returning id
    ), new_logs as (
      insert into call_logs (call_id, at, author_id, kind, text)
      select "callId", ${now}::timestamptz, "authorId", kind, text
      from jsonb_to_recordset(${rows(changes.logs.map(({ author, ...line }) => ({ ...line, authorId: author?.userId ?? null })))})
        as x ("callId" integer, "authorId" integer, kind text, text text) returning id
    ), audited as (
      insert into audit (actor_id, action, subject_type, subject_id, before, after, request_id)
      select ${by?.userId ?? null}::integer, action, "subjectType", "subjectId", before, after, ${by?.requestId ?? null}::text
      from jsonb_to_recordset(${rows(changes.audits)}) as x (action text, "subjectType" text, "subjectId" text, before jsonb, after jsonb)
    ), ended as (
      update patrols p set ended_at = greatest(p.started_at, ${now}::timestamptz)
      where p.user_id = any(${changes.patrols.filter(({ isEnded }) => isEnded).map(({ userId }) => userId)}::integer[]) and p.ended_at is null
      returning p.id
    ), started as (
      insert into patrols (user_id, department_id, server_id, started_at)
      select x.user_id, x.department_id, x.server_id, ${now}::timestamptz
      from jsonb_to_recordset(${rows(changes.patrols.flatMap(({ isStarted }, index) => (isStarted ? changes.units.slice(index, index + 1).map(({ is }) => unitRow(is)) : [])))})
        as x (user_id integer, department_id integer, server_id integer)
      where (select count(*) from ended) >= 0 returning id, user_id
    ), noted as (
      insert into patrol_statuses (patrol_id, at, status)
      select coalesce(s.id, p.id), ${now}::timestamptz, x.status
      from jsonb_to_recordset(${rows(changes.patrols.filter(({ status }) => status !== null))}) as x ("userId" integer, status smallint)
        left join started s on s.user_id = x."userId" left join patrols p on p.user_id = x."userId" and p.ended_at is null
      where coalesce(s.id, p.id) is not null
      on conflict (patrol_id, at) do update set status = excluded.status
    ), advanced_boards as (
      update streams s set seq = s.seq + n.count
      from jsonb_to_recordset(${rows([...counts.boards].map(([id, count]) => ({ key: `board:${id}`, count })))}) as n (key text, count integer)
      where s.key = n.key returning s.key, s.seq
    ), ${advancedDesks(changes)}
    select json_build_object(
      'boards', coalesce((select json_object_agg(key, seq) from advanced_boards), '{}'),
      'calls', coalesce((select json_object_agg(id, seq) from (table changed_calls union all table advanced_calls) as c), '{}'),
      'assignmentIds', coalesce((select json_agg(id order by id) from new_assignments), '[]'),
      'logIds', coalesce((select json_agg(id order by id) from new_logs), '[]'),
      ${writtenDesks}) as written`.execute(tx)
  return Written.parse(answer[0]?.written)
}

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
