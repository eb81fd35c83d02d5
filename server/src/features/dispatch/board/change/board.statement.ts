import { sql } from 'kysely'
import { iso } from '../../../../platform/database/iso.ts'
import { prepare, type Slots, type Step } from '../../../../platform/database/prepared.ts'
import { patrolSteps, type PatrolValues } from '../../../patrols/patrols/patrols.port.ts'

/** Parameters of the statement. Rows with several columns are passed as JSON. */
export type Values = PatrolValues & {
  /** Who acts. Any action answers an open welfare check. */
  readonly actorIds: readonly number[]
  /** Actors whose own unit is not among the written units. */
  readonly heardIds: readonly number[]
  readonly units: string
  readonly newCalls: string
  readonly changedCalls: string
  readonly advancedIds: readonly number[]
  readonly advancedBy: readonly number[]
  readonly times: string
  readonly newAssignments: string
  readonly logs: string
  readonly audits: string
  readonly boardKeys: readonly string[]
  readonly boardsBy: readonly number[]
  readonly offDuty: readonly number[]
  readonly ownCalls: string
  readonly deskEvents: string
}

export type StepName = keyof ReturnType<typeof stepsOf>

const id = sql`null::integer as id`
const numbered = sql`null::integer as id, null::bigint as seq`
const times = ($: Slots<Values>) => sql`jsonb_to_recordset(${$('times')}::jsonb) as x ("callUnitId" bigint, identifier text,
  "isPrimary" boolean, "enRouteAt" timestamptz, "onSceneAt" timestamptz, "clearedAt" timestamptz)`

/** In the order in which all writers lock rows: board, pings, units, desks. */
const stepsOf = ($: Slots<Values>) =>
  ({
    // Going off duty closes all open pings.
    settled_pings: {
      answers: sql`null::bigint as id, null::integer as to_user_id`,
      does: sql`update pings p set closed_at = ${$('now')}::timestamptz where p.closed_at is null and (
          p.to_user_id = any(${$('offDuty')}::integer[]) or (p.kind = 'welfare' and p.to_user_id = any(${$('actorIds')}::integer[])))
        returning p.id, p.to_user_id`,
    },
    written_units: {
      answers: sql`null::integer as user_id`,
      does: sql`insert into units (user_id, server_id, department_id, unit_class, identifier, type, type_id, beat_id, beat_since, channel,
          status, status_id, status_since, on_duty_since, last_heard_at)
        select x.*, ${$('now')}::timestamptz from jsonb_to_recordset(${$('units')}::jsonb) as x (user_id integer, server_id integer,
          department_id integer, unit_class smallint, identifier text, type smallint, type_id integer, beat_id integer, beat_since timestamptz, channel text,
          status smallint, status_id integer, status_since timestamptz, on_duty_since timestamptz)
        where (select count(*) from settled_pings) >= 0
        on conflict (user_id) do update set server_id = excluded.server_id, department_id = excluded.department_id,
          unit_class = excluded.unit_class, identifier = excluded.identifier, type = excluded.type, type_id = excluded.type_id, beat_id = excluded.beat_id,
          beat_since = excluded.beat_since, channel = excluded.channel, status = excluded.status, status_id = excluded.status_id, status_since = excluded.status_since,
          on_duty_since = excluded.on_duty_since, last_heard_at =
            case when excluded.user_id = any(${$('actorIds')}::integer[]) then excluded.last_heard_at else units.last_heard_at end
        returning user_id`,
    },
    // Updates the last activity, at most every 30 seconds.
    heard: {
      does: sql`update units set last_heard_at = ${$('now')}::timestamptz where user_id in (
        select user_id from units where user_id = any(${$('heardIds')}::integer[])
          and last_heard_at < ${$('now')}::timestamptz - interval '30 seconds' order by user_id for no key update skip locked)`,
    },
    new_calls: {
      does: sql`insert into calls (id, server_id, call_type_id, priority, title, narrative, location, postal, x, y, caller, channel,
          classes, source, number, status, disposition, version, handler_id, panic_user_id, created_by, created_at)
        select * from jsonb_to_recordset(${$('newCalls')}::jsonb) as x (id integer, server_id integer, call_type_id integer,
          priority smallint, title text, narrative text, location text, postal text, x double precision, y double precision, caller text,
          channel text, classes smallint[], source text, number text, status text, disposition text, version integer, handler_id integer,
          panic_user_id integer, created_by integer, created_at timestamptz)`,
    },
    changed_calls: {
      answers: numbered,
      does: sql`update calls c set call_type_id = x.call_type_id, priority = x.priority, title = x.title, narrative = x.narrative,
          location = x.location, postal = x.postal, x = x.x, y = x.y, caller = x.caller, channel = x.channel, classes = x.classes,
          status = x.status, disposition = x.disposition, version = x.version, handler_id = x.handler_id,
          panic_user_id = x.panic_user_id, panic_acknowledged_by = x.panic_acknowledged_by,
          merged_into_id = x.merged_into_id, cleared_by = x.cleared_by, cleared_at = x.cleared_at, seq = c.seq + x.advance
        from jsonb_to_recordset(${$('changedCalls')}::jsonb) as x (id integer, call_type_id integer, priority smallint, title text,
          narrative text, location text, postal text, x double precision, y double precision, caller text, channel text,
          classes smallint[], status text, disposition text, version integer, handler_id integer, panic_user_id integer,
          panic_acknowledged_by jsonb, merged_into_id integer,
          cleared_by integer, cleared_at timestamptz, advance integer)
        where c.id = x.id returning c.id, c.seq`,
    },
    advanced_calls: {
      answers: numbered,
      does: sql`update calls c set seq = c.seq + n.count
        from unnest(${$('advancedIds')}::integer[], ${$('advancedBy')}::integer[]) as n (id, count) where c.id = n.id
        returning c.id, c.seq`,
    },
    stepped_back: {
      answers: id,
      does: sql`update call_units a set identifier = x.identifier, is_primary = x."isPrimary", en_route_at = x."enRouteAt",
          on_scene_at = x."onSceneAt", cleared_at = x."clearedAt"
        from ${times($)} where a.id = x."callUnitId" and (x."clearedAt" is not null or not x."isPrimary") returning a.id`,
    },
    // After the units that left or are no longer primary: a call must never have two primaries.
    stepped_up: {
      answers: id,
      does: sql`update call_units a set identifier = x.identifier, is_primary = true, en_route_at = x."enRouteAt",
          on_scene_at = x."onSceneAt"
        from ${times($)}
        where a.id = x."callUnitId" and x."clearedAt" is null and x."isPrimary" and (select count(*) from stepped_back) >= 0
        returning a.id`,
    },
    new_assignments: {
      answers: id,
      does: sql`insert into call_units (call_id, user_id, identifier, unit_class, is_primary, assigned_by, assigned_at, en_route_at,
          on_scene_at)
        select "callId", "userId", identifier, "unitClass", "isPrimary", "assignedById", "assignedAt", "enRouteAt", "onSceneAt"
        from jsonb_to_recordset(${$('newAssignments')}::jsonb) as x ("callId" integer, "userId" integer, identifier text,
          "unitClass" smallint, "isPrimary" boolean, "assignedById" integer, "assignedAt" timestamptz, "enRouteAt" timestamptz,
          "onSceneAt" timestamptz)
        where (select count(*) from stepped_back) >= 0 and (select count(*) from stepped_up) >= 0 returning id`,
    },
    new_logs: {
      answers: id,
      does: sql`insert into call_logs (call_id, at, author_id, kind, text, is_late, take_back, takes_back_id)
        select "callId", ${$('now')}::timestamptz, "authorId", kind, text, "isLate", nullif("takeBack", 'null'::jsonb), "takesBackId"
        from jsonb_to_recordset(${$('logs')}::jsonb) as x ("callId" integer, "authorId" integer, kind text, text text, "isLate" boolean,
          "takeBack" jsonb, "takesBackId" bigint) returning id`,
    },
    audited: {
      does: sql`insert into audit (actor_id, action, subject_type, subject_id, before, after, request_id)
        select "actorId", action, "subjectType", "subjectId", before, after, "requestId"
        from jsonb_to_recordset(${$('audits')}::jsonb) as x ("actorId" integer, action text, "subjectType" text, "subjectId" text,
          before jsonb, after jsonb, "requestId" text)`,
    },
    ...patrolSteps($, 'written_units'),
    advanced_boards: {
      answers: sql`null::text as key, null::bigint as seq`,
      does: sql`update streams s set seq = s.seq + n.count
        from unnest(${$('boardKeys')}::text[], ${$('boardsBy')}::integer[]) as n (key, count) where s.key = n.key returning s.key, s.seq`,
    },
    // Callers follow the call that theirs was merged into.
    own_calls_told: {
      answers: sql`null::integer as user_id, null::json as call`,
      does: sql`with recursive changed as (
          select * from jsonb_to_recordset(${$('ownCalls')}::jsonb) as x ("callId" integer, status text, "createdAt" text, "clearedAt" text,
            "mergedIntoId" integer)
        ), followed (id, "changedId") as (
          select "callId", "callId" from changed
          union all select c.id, f."changedId" from followed f join calls c on c.merged_into_id = f.id
            where c.id not in (select "callId" from changed)
        )
        select o.user_id, json_build_object('callId', o.call_id, 'title', o.title, 'narrative', o.narrative,
          'location', o.location, 'postal', o.postal, 'status', x.status, 'createdAt', coalesce(${iso('c.created_at')}, x."createdAt"),
          'clearedAt', x."clearedAt",
          'mergedIntoId', coalesce(x."mergedIntoId", nullif(x."callId", o.call_id))) as call
        from followed f join changed x on x."callId" = f."changedId" join own_calls o on o.call_id = f.id
          left join calls c on c.id = o.call_id`,
    },
    advanced_desks: {
      answers: sql`null::text as key, null::bigint as seq`,
      does: sql`insert into streams (key, seq)
        select 'desk:' || user_id, count(*) from (
          select to_user_id as user_id from settled_pings union all select user_id from own_calls_told
          union all select "userId" from jsonb_to_recordset(${$('deskEvents')}::jsonb) as x ("userId" integer)) as told
        where (select count(*) from written_units) >= 0
        group by user_id order by user_id
        on conflict (key) do update set seq = streams.seq + excluded.seq returning key, seq`,
    },
  }) satisfies Record<string, Step>

const written = sql`json_build_object(
  'boards', coalesce((select json_object_agg(key, seq) from advanced_boards), '{}'),
  'calls', coalesce((select json_object_agg(id, seq) from (table changed_calls union all table advanced_calls) as c), '{}'),
  'assignmentIds', coalesce((select json_agg(id order by id) from new_assignments), '[]'),
  'logIds', coalesce((select json_agg(id order by id) from new_logs), '[]'),
  'desks', coalesce((select json_object_agg(key, seq) from advanced_desks), '{}'),
  'settled', coalesce((select json_agg(json_build_object('pingId', p.id,
      'by', json_build_object('userId', u.id, 'name', u.name, 'identifier', t.identifier)) order by p.id)
    from settled_pings p join users u on u.id = p.to_user_id join units t on t.user_id = u.id), '[]'),
  'ownCalls', coalesce((select json_agg(json_build_object('userId', user_id, 'call', call)) from own_calls_told), '[]'))`

const build = (isNeeded: (name: string) => boolean) =>
  prepare<Values, { written: unknown }>(($) => {
    const steps = Object.entries<Step>(stepsOf($)).flatMap(([name, { answers, does }]) => {
      if (isNeeded(name)) return sql`${sql.raw(name)} as (${does})`
      return answers ? sql`${sql.raw(name)} as (select ${answers} where false)` : []
    })
    return sql`with ${sql.join(steps)} select ${written} as written`
  })

/** Each connection keeps a plan per statement. Beyond this many combinations of steps, the full statement is used. */
const MAX_STATEMENTS = 64
const fullStatement = build(() => true)
const statements = new Map<string, ReturnType<typeof build>>()

/** The statement with only these steps: even a step without rows costs time. */
export function statementFor(needed: readonly StepName[]): ReturnType<typeof build> {
  const key = needed.join()
  const known = statements.get(key)
  if (known) return known
  if (statements.size >= MAX_STATEMENTS) return fullStatement
  const names = new Set<string>(needed)
  const statement = build((name) => names.has(name))
  statements.set(key, statement)
  return statement
}
