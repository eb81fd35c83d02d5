import { OwnCall, PingAnswered } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Slots } from '../../platform/database/prepared.ts'
import type { Publish } from '../../platform/database/transaction.ts'
import type { DeskEvent } from './board.part.ts'
import type { Part, PartName, Values } from './board.steps.ts'

/** What only the database knew when the changes were written. */
export const WrittenDesks = z.object({
  desks: z.record(z.string(), z.number()),
  settled: z.array(PingAnswered),
  ownCalls: z.array(z.object({ userId: z.int(), call: OwnCall })),
})

type DeskPart = Part & { readonly name: Extract<PartName, 'settled_pings' | 'heard' | 'own_calls_told' | 'advanced_desks'> }

/** Rows are locked in the order board, pings, units, desks, whoever writes them. */
export const deskParts = ($: Slots<Values>): { before: DeskPart[]; between: DeskPart[]; after: DeskPart[] } => ({
  before: [
    {
      // Whoever acts is there, which settles what the portal asked them; whoever goes off duty is asked nothing any more.
      name: 'settled_pings',
      answers: sql`null::bigint as id, null::integer as to_user_id`,
      does: sql`update pings p set closed_at = ${$('now')}::timestamptz where p.closed_at is null and (
          p.to_user_id = any(${$('offDuty')}::integer[]) or (p.kind = 'welfare' and p.to_user_id = ${$('by')}::integer))
        returning p.id, p.to_user_id`,
    },
  ],
  between: [
    {
      // A sign of life of someone whose own unit is not among the changed; often enough is once in half a minute.
      name: 'heard',
      does: sql`update units set last_heard_at = ${$('now')}::timestamptz where user_id = (
        select user_id from units where user_id = ${$('by')}::integer and last_heard_at < ${$('now')}::timestamptz - interval '30 seconds'
        for no key update skip locked)`,
    },
  ],
  after: [
    {
      name: 'own_calls_told',
      answers: sql`null::integer as user_id, null::json as call`,
      does: sql`select o.user_id, json_build_object('callId', o.call_id, 'title', o.title, 'narrative', o.narrative,
          'location', o.location, 'postal', o.postal, 'status', x.status, 'createdAt', x."createdAt", 'clearedAt', x."clearedAt") as call
        from own_calls o join jsonb_to_recordset(${$('ownCalls')}::jsonb) as x ("callId" integer, status text, "createdAt" text,
          "clearedAt" text) on x."callId" = o.call_id`,
    },
    {
      name: 'advanced_desks',
      answers: sql`null::text as key, null::bigint as seq`,
      does: sql`insert into streams (key, seq)
        select 'desk:' || user_id, count(*) from (
          select to_user_id as user_id from settled_pings union all select user_id from own_calls_told
          union all select "userId" from jsonb_to_recordset(${$('deskEvents')}::jsonb) as x ("userId" integer)) as told
        where (select count(*) from written_units) >= 0
        group by user_id order by user_id
        on conflict (key) do update set seq = streams.seq + excluded.seq returning key, seq`,
    },
  ],
})

export const writtenDesks = sql`'desks', coalesce((select json_object_agg(key, seq) from advanced_desks), '{}'),
  'settled', coalesce((select json_agg(json_build_object('pingId', p.id,
      'by', json_build_object('userId', u.id, 'name', u.name, 'identifier', t.identifier)) order by p.id)
    from settled_pings p join users u on u.id = p.to_user_id join units t on t.user_id = u.id), '[]'),
  'ownCalls', coalesce((select json_agg(json_build_object('userId', user_id, 'call', call)) from own_calls_told), '[]')`

/** In the numbers up to those that were written. */
export function tellDesks(publish: Publish, deskEvents: readonly DeskEvent[], written: z.infer<typeof WrittenDesks>): void {
  const events: DeskEvent[] = [
    ...written.settled.map((payload) => ({ userId: payload.by.userId, event: 'ping.answered' as const, payload })),
    ...written.ownCalls.map(({ userId, call }) => ({ userId, event: 'own-call.saved' as const, payload: call })),
    ...deskEvents,
  ]
  const left = new Map<number, number>()
  for (const { userId } of events) left.set(userId, (left.get(userId) ?? 0) + 1)
  for (const { userId, event, payload } of events) {
    const behind = (left.get(userId) ?? 1) - 1
    left.set(userId, behind)
    publish('desk', { userId }, (written.desks[`desk:${userId}`] ?? 0) - behind, event, payload)
  }
}
