import { sql } from 'kysely'
import { iso } from '../../../platform/database/iso.ts'

/** A unit `t` of user `u` in department `d`, with its assignment `a`, as the contract's PatrolUnit. */
export const unitJson = sql<unknown>`json_build_object(
  'userId', t.user_id, 'name', u.name, 'serverId', t.server_id, 'unitClass', t.unit_class, 'identifier', t.identifier, 'type', t.type,
  'department', json_build_object('departmentId', d.id, 'name', d.name, 'type', d.type),
  'beatId', t.beat_id, 'beatSince', ${iso('t.beat_since')}, 'channel', t.channel, 'status', t.status, 'statusSince', ${iso('t.status_since')},
  'onDutySince', ${iso('t.on_duty_since')}, 'callId', a.call_id, 'callSince', ${iso('a.assigned_at')})`
export const unitTables = sql`units t join users u on u.id = t.user_id join departments d on d.id = t.department_id
  left join call_units a on a.user_id = t.user_id and a.cleared_at is null`

const callFields = sql`'callId', c.id, 'serverId', c.server_id, 'callTypeId', c.call_type_id, 'priority', c.priority, 'title', c.title,
  'narrative', c.narrative, 'location', c.location, 'postal', c.postal, 'x', c.x, 'y', c.y, 'caller', c.caller, 'channel', c.channel,
  'classes', c.classes, 'source', c.source, 'handlerUserId', c.handler_id, 'mergedIntoId', c.merged_into_id, 'panicUserId', c.panic_user_id,
  'status', c.status, 'disposition', c.disposition, 'version', c.version,
  'primaryUserId', (select p.user_id from call_units p where p.call_id = c.id and p.is_primary and p.cleared_at is null),
  'createdBy', case when m.id is not null then json_build_object('userId', m.id, 'name', m.name) end, 'createdAt', ${iso('c.created_at')},
  'clearedBy', case when e.id is not null then json_build_object('userId', e.id, 'name', e.name) end, 'clearedAt', ${iso('c.cleared_at')}`
/** A call `c` created by `m` and cleared by `e`, as the contract's Call. */
export const callJson = sql<unknown>`json_build_object(${callFields})`
export const callTables = sql`calls c left join users m on m.id = c.created_by left join users e on e.id = c.cleared_by`

const callUnitFields = sql`'callUnitId', a.id, 'userId', a.user_id, 'identifier', a.identifier, 'unitClass', a.unit_class,
  'isPrimary', a.is_primary, 'assignedAt', ${iso('a.assigned_at')}, 'enRouteAt', ${iso('a.en_route_at')},
  'onSceneAt', ${iso('a.on_scene_at')}, 'clearedAt', ${iso('a.cleared_at')}`

/** The same with its units and its log, as the contract's CallDetail. */
export const callDetailJson = sql<unknown>`json_build_object(${callFields},
  'units', coalesce((select json_agg(json_build_object(${callUnitFields}) order by a.id) from call_units a where a.call_id = c.id), '[]'),
  'log', coalesce((
    select json_agg(json_build_object('callLogId', l.id, 'at', ${iso('l.at')}, 'kind', l.kind, 'text', l.text,
      'isLate', l.is_late, 'takeBack', l.take_back ->> 'kind', 'takesBackId', l.takes_back_id,
      'author', case when w.id is not null then json_build_object('userId', w.id, 'name', w.name) end) order by l.id)
    from call_logs l left join users w on w.id = l.author_id where l.call_id = c.id), '[]'))`

/** An assignment, with its call and who assigned it. */
export const assignmentJson = sql<unknown>`json_build_object(${callUnitFields}, 'callId', a.call_id,
  'assignedBy', (select json_build_object('userId', s.id, 'name', s.name) from users s where s.id = a.assigned_by))`
