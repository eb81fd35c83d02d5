import { sql } from 'kysely'
import { prepare, type Slots } from '../../platform/database/prepared.ts'
import { deskParts, writtenDesks } from './board.desk.ts'
import type { Part, PartName, Values } from './board.steps.ts'

const id = sql`null::integer as id`
const numbered = sql`null::integer as id, null::bigint as seq`
const times = ($: Slots<Values>) => sql`jsonb_to_recordset(${$('times')}::jsonb) as x ("callUnitId" bigint, identifier text,
  "isPrimary" boolean, "enRouteAt" timestamptz, "onSceneAt" timestamptz, "clearedAt" timestamptz)`

const parts = ($: Slots<Values>): (Part & { readonly name: PartName })[] => [
  ...deskParts($).before,
  {
    name: 'written_units',
    answers: sql`null::integer as user_id`,
    does: sql`insert into units (user_id, server_id, department_id, unit_class, identifier, type, beat_id, beat_since, channel,
        status, status_since, on_duty_since, last_heard_at)
      select x.*, ${$('now')}::timestamptz from jsonb_to_recordset(${$('units')}::jsonb) as x (user_id integer, server_id integer,
        department_id integer, unit_class smallint, identifier text, type smallint, beat_id integer, beat_since timestamptz, channel text,
        status smallint, status_since timestamptz, on_duty_since timestamptz)
      where (select count(*) from settled_pings) >= 0
      on conflict (user_id) do update set server_id = excluded.server_id, department_id = excluded.department_id,
        unit_class = excluded.unit_class, identifier = excluded.identifier, type = excluded.type, beat_id = excluded.beat_id,
        beat_since = excluded.beat_since, channel = excluded.channel, status = excluded.status, status_since = excluded.status_since,
        on_duty_since = excluded.on_duty_since,
        last_heard_at = case when excluded.user_id = ${$('by')}::integer then excluded.last_heard_at else units.last_heard_at end
      returning user_id`,
  },
  ...deskParts($).between,
  {
    name: 'new_calls',
    does: sql`insert into calls (id, server_id, call_type_id, priority, title, narrative, location, postal, x, y, caller, channel, classes,
        source, status, disposition, version, handler_id, panic_user_id, created_by, created_at)
      select * from jsonb_to_recordset(${$('newCalls')}::jsonb) as x (id integer, server_id integer, call_type_id integer,
        priority smallint, title text, narrative text, location text, postal text, x double precision, y double precision, caller text,
        channel text, classes smallint[], source text, status text, disposition text, version integer, handler_id integer,
        panic_user_id integer, created_by integer, created_at timestamptz)`,
  },
  {
    name: 'changed_calls',
    answers: numbered,
    does: sql`update calls c set call_type_id = x.call_type_id, priority = x.priority, title = x.title, narrative = x.narrative,
        location = x.location, postal = x.postal, x = x.x, y = x.y, caller = x.caller, channel = x.channel, classes = x.classes,
        status = x.status, disposition = x.disposition, version = x.version, handler_id = x.handler_id, merged_into_id = x.merged_into_id,
        cleared_by = x.cleared_by, cleared_at = x.cleared_at, seq = c.seq + coalesce(n.count, 0)
      from jsonb_to_recordset(${$('changedCalls')}::jsonb) as x (id integer, call_type_id integer, priority smallint, title text,
        narrative text, location text, postal text, x double precision, y double precision, caller text, channel text, classes smallint[],
        status text, disposition text, version integer, handler_id integer, merged_into_id integer, cleared_by integer,
        cleared_at timestamptz)
        left join jsonb_to_recordset(${$('advances')}::jsonb) as n (id integer, count integer) on n.id = x.id
      where c.id = x.id returning c.id, c.seq`,
  },
  {
    name: 'advanced_calls',
    answers: numbered,
    does: sql`update calls c set seq = c.seq + n.count
      from unnest(${$('advancedIds')}::integer[], ${$('advancedBy')}::integer[]) as n (id, count) where c.id = n.id returning c.id, c.seq`,
  },
  {
    name: 'stepped_back',
    answers: id,
    does: sql`update call_units a set identifier = x.identifier, is_primary = x."isPrimary", en_route_at = x."enRouteAt",
        on_scene_at = x."onSceneAt", cleared_at = x."clearedAt"
      from ${times($)} where a.id = x."callUnitId" and (x."clearedAt" is not null or not x."isPrimary") returning a.id`,
  },
  {
    // After those who left or no longer lead: one leads at any moment.
    name: 'stepped_up',
    answers: id,
    does: sql`update call_units a set identifier = x.identifier, is_primary = true, en_route_at = x."enRouteAt", on_scene_at = x."onSceneAt"
      from ${times($)}
      where a.id = x."callUnitId" and x."clearedAt" is null and x."isPrimary" and (select count(*) from stepped_back) >= 0 returning a.id`,
  },
  {
    name: 'new_assignments',
    answers: id,
    does: sql`insert into call_units (call_id, user_id, identifier, unit_class, is_primary, assigned_by, assigned_at, en_route_at, on_scene_at)
      select "callId", "userId", identifier, "unitClass", "isPrimary", ${$('by')}::integer, "assignedAt", "enRouteAt", "onSceneAt"
      from jsonb_to_recordset(${$('newAssignments')}::jsonb) as x ("callId" integer, "userId" integer, identifier text,
        "unitClass" smallint, "isPrimary" boolean, "assignedAt" timestamptz, "enRouteAt" timestamptz, "onSceneAt" timestamptz)
      where (select count(*) from stepped_back) >= 0 and (select count(*) from stepped_up) >= 0 returning id`,
  },
  {
    name: 'new_logs',
    answers: id,
    does: sql`insert into call_logs (call_id, at, author_id, kind, text)
      select "callId", ${$('now')}::timestamptz, "authorId", kind, text from jsonb_to_recordset(${$('logs')}::jsonb)
        as x ("callId" integer, "authorId" integer, kind text, text text) returning id`,
  },
  {
    name: 'audited',
    does: sql`insert into audit (actor_id, action, subject_type, subject_id, before, after, request_id)
      select ${$('by')}::integer, action, "subjectType", "subjectId", before, after, ${$('requestId')}::text
      from jsonb_to_recordset(${$('audits')}::jsonb) as x (action text, "subjectType" text, "subjectId" text, before jsonb, after jsonb)`,
  },
  {
    name: 'ended',
    answers: id,
    does: sql`update patrols p set ended_at = greatest(p.started_at, ${$('now')}::timestamptz)
      where p.user_id = any(${$('ended')}::integer[]) and p.ended_at is null returning p.id`,
  },
  {
    name: 'started',
    answers: sql`null::bigint as id, null::integer as user_id`,
    does: sql`insert into patrols (user_id, department_id, server_id, started_at)
      select x.user_id, x.department_id, x.server_id, ${$('now')}::timestamptz
      from jsonb_to_recordset(${$('started')}::jsonb) as x (user_id integer, department_id integer, server_id integer)
      where (select count(*) from ended) >= 0 returning id, user_id`,
  },
  {
    name: 'noted',
    does: sql`insert into patrol_statuses (patrol_id, at, status)
      select coalesce(s.id, p.id), ${$('now')}::timestamptz, x.status
      from jsonb_to_recordset(${$('statuses')}::jsonb) as x ("userId" integer, status smallint)
        left join started s on s.user_id = x."userId" left join patrols p on p.user_id = x."userId" and p.ended_at is null
      where coalesce(s.id, p.id) is not null
      on conflict (patrol_id, at) do update set status = excluded.status`,
  },
  {
    name: 'advanced_boards',
    answers: sql`null::text as key, null::bigint as seq`,
    does: sql`update streams s set seq = s.seq + n.count
      from unnest(${$('boardKeys')}::text[], ${$('boardsBy')}::integer[]) as n (key, count) where s.key = n.key returning s.key, s.seq`,
  },
  ...deskParts($).after,
]

const written = sql`json_build_object(
  'boards', coalesce((select json_object_agg(key, seq) from advanced_boards), '{}'),
  'calls', coalesce((select json_object_agg(id, seq) from (table changed_calls union all table advanced_calls) as c), '{}'),
  'assignmentIds', coalesce((select json_agg(id order by id) from new_assignments), '[]'),
  'logIds', coalesce((select json_agg(id order by id) from new_logs), '[]'),
  ${writtenDesks})`

const build = (needed: ReadonlySet<PartName>) =>
  prepare<Values, { written: unknown }>(($) => {
    const steps = parts($).flatMap(({ name, answers, does }) => {
      if (needed.has(name)) return sql`${sql.raw(name)} as (${does})`
      return answers ? sql`${sql.raw(name)} as (select ${answers} where false)` : []
    })
    return sql`with ${sql.join(steps)} select ${written} as written`
  })

const statements = new Map<string, ReturnType<typeof build>>()

/** There are as many as there are kinds of actions. */
export function statementFor(needed: ReadonlySet<PartName>): ReturnType<typeof build> {
  const key = [...needed].join()
  const statement = statements.get(key) ?? build(needed)
  statements.set(key, statement)
  return statement
}
