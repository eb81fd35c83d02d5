import { Capability, isPowerful, whyNotGive, type CurrentUser, type Gift } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { requestWhitelistPush } from '../../game/whitelist/whitelist.port.ts'
import type { WatchGifts } from '../../people/users/users.port.ts'

export const Row = z.object({
  userId: z.int(),
  kind: z.enum(['capability', 'discordRole', 'whitelist', 'aceGroup']),
  value: z.string(),
  /** The name of a Discord role, or of a capability's department. */
  name: z.string().nullable(),
  departmentId: z.int().nullable(),
  permissions: z.string().nullable(),
})
type Row = z.infer<typeof Row>
type Held = ReadonlyMap<string, Row>

/** The capabilities of these members' ranks and the gifts they are entitled to, linked or not. Deleted Discord roles are left out. */
export async function heldGifts(tx: Tx, userIds: readonly number[]): Promise<Held> {
  if (userIds.length === 0) return new Map()
  const { rows } = await sql`
    select distinct e.user_id as "userId", e.gift_kind as kind, e.value, r.name, null::integer as "departmentId", r.permissions
    from given e left join discord_roles r on e.gift_kind = 'discordRole' and r.id = e.value
    where e.user_id = any (${[...userIds]}::integer[]) and (e.gift_kind <> 'discordRole' or r.gone_at is null)
    union all
    select m.user_id, 'capability', c, d.name, d.id, null
    from user_departments m join departments d on d.id = m.department_id join ranks r on r.id = m.rank_id, unnest(r.capabilities) as c
    where m.user_id = any (${[...userIds]}::integer[])`.execute(tx)
  return new Map(
    z
      .array(Row)
      .parse(rows)
      .map((row) => [`${row.userId} ${row.kind} ${row.departmentId} ${row.value}`, row]),
  )
}

export function giftOf({ kind, value, name, departmentId, permissions }: Row): Gift {
  switch (kind) {
    case 'capability':
      return { kind, departmentId: departmentId ?? 0, department: name ?? '', capability: Capability.parse(value) }
    case 'discordRole':
      return { kind, name: name ?? value, isPowerful: isPowerful(permissions ?? '0') }
    case 'whitelist':
      return { kind, environment: value === 'dev' ? 'dev' : 'prod' }
    case 'aceGroup':
      return { kind, name: value }
  }
}

const notIn = (some: Held, others: Held): Row[] => [...some].flatMap(([key, row]) => (others.has(key) ? [] : [row]))

/** Only the capabilities. A reactivated account counts as having them already, because taking it over is checked with them. */
export const capabilitiesIn = (held: Held): Held => new Map([...held].filter(([, { kind }]) => kind === 'capability'))

/** Why the actor may not give what members gain from `before` to `after`, each reason once. */
export const refusalsOf = (own: CurrentUser, before: Held, after: Held): string[] => [
  ...new Set(notIn(after, before).flatMap((row) => whyNotGive(own, giftOf(row)) ?? [])),
]

/** Refuses a change that gives what the actor may not give, and sends whitelists that it changes to the game servers. */
export const watchGifts: WatchGifts = async (tx, watched) => {
  const before = await heldGifts(tx, watched)
  return async ({ actor, own, field }, userIds) => {
    const after = await heldGifts(tx, userIds)
    const [refusal] = refusalsOf(own, before, after)
    if (refusal !== undefined) throw new AppError('forbidden', refusal, field)
    const changed = [...notIn(after, before), ...notIn(before, after)].filter(({ kind }) => kind === 'whitelist')
    await requestWhitelistPush(
      tx,
      actor,
      (['prod', 'dev'] as const).filter((environment) => changed.some(({ value }) => value === environment)),
    )
  }
}
