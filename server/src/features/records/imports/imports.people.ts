import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import {
  fieldValue,
  insertAdded,
  lockTargets,
  NEW_OWN_FIELDS,
  OWN_FIELDS,
  rowsIn,
  advanceRoomsOf,
  toPlanned,
  unnestPlan,
  writeChanges,
  type ComparedRow,
} from './imports.sql.ts'
import type { Kind, Planned } from './imports.plan.ts'
import type { RowProblem } from './imports.fields.ts'

const TEXTS = [
  ['address', 'address'],
  ['postal', 'postal'],
  ['description', 'description'],
  ['occupation', 'occupation'],
  ['phone', 'phone'],
  ['medicalNotes', 'medical_notes'],
  ['contacts', 'contacts'],
] as const
/** For each field its column, and the value of the column after a change. */
const CHANGES = [
  { column: 'name', value: sql`i.input ->> 'name'` },
  { column: 'born_on', value: sql`(i.input ->> 'bornOn')::date` },
  ...TEXTS.map(([field, column]) => ({ column, value: fieldValue(field, sql.ref(`t.${column}`)) })),
  OWN_FIELDS,
]
const COLUMNS = sql.join(TEXTS.map(([, column]) => sql.ref(column)))
const NEW_VALUES = sql.join(TEXTS.map(([field]) => sql`coalesce(i.input ->> ${sql.lit(field)}, '')`))

type PlanRow = ComparedRow & {
  is_email_unknown: boolean
  is_steam_unknown: boolean
  is_owner_unclear: boolean | null
  is_owned_by_other: boolean | null
  is_claimed: boolean
  is_known: boolean
}

const isDifferent = sql`(${sql.join(
  CHANGES.map(({ column, value }) => sql`t.${sql.ref(column)} is distinct from ${value}`),
  sql` or `,
)}
  or (t.user_id is null and coalesce(e.id, s.id) is not null))`

export const people: Kind = {
  batchRows: 1000,
  uniques: [
    { field: 'externalId', key: sql`input ->> 'externalId'`, message: (row) => `Row ${row} has the same externalId` },
    {
      field: 'name',
      key: sql`case when not input ? 'externalId' then lower(input ->> 'name') || ' ' || (input ->> 'bornOn') end`,
      message: (row) => `Row ${row} has the same name and birth date`,
    },
  ],

  lock: (tx, range) => lockTargets(tx, 'characters', range),

  plan: async (db, range) => {
    const { rows } = await sql<PlanRow>`
      select i.row, t.id as target_id, coalesce(e.id, s.id) as owner_id,
        i.input ? 'email' and e.id is null as is_email_unknown, i.input ? 'steamId' and s.id is null as is_steam_unknown,
        e.id <> s.id as is_owner_unclear, t.user_id <> coalesce(e.id, s.id) as is_owned_by_other,
        exists (select from characters m where m.merged_into_id is not null and m.external_id = i.input ->> 'externalId') as is_claimed,
        not i.input ? 'externalId' and exists (select from characters k where k.removed_at is null
          and lower(k.name) = lower(i.input ->> 'name') and k.born_on = (i.input ->> 'bornOn')::date) as is_known,
        ${isDifferent} as is_different
      from ${rowsIn(range)}
      left join lateral (
        select * from characters x where x.external_id = i.input ->> 'externalId' and x.removed_at is null
        order by x.game_database is not null, x.id limit 1) t on true
      left join users e on lower(e.email) = lower(i.input ->> 'email') and e.deleted_at is null
      left join users s on lower(s.steam_id) = lower(i.input ->> 'steamId') and s.steam_id <> '' and s.deleted_at is null
      order by i.row`.execute(db)
    return rows.map((row) => toPlanned(row, problemsOf(row)))
  },

  write: async (tx, _emit, run, planned) => {
    await add(tx, run.id, planned)
    const changed = planned.filter(({ action }) => action === 'change')
    if (changed.length > 0) {
      await sql`insert into character_names (character_id, name)
        select t.id, t.name from ${unnestPlan(run.id, changed)} join characters t on t.id = p.target_id where t.name <> i.input ->> 'name'`.execute(
        tx,
      )
      await writeChanges(tx, run, changed, {
        table: 'characters',
        changes: [...CHANGES, { column: 'user_id', value: sql`coalesce(t.user_id, p.owner_id)` }],
        event: { characterId: sql`t.id`, vehicleId: sql`null::integer` },
      })
    }
    await advanceRoomsOf(
      tx,
      sql`select user_id from characters where id = any(${changed.map(({ targetId }) => targetId)}::integer[]) and user_id is not null
        union select owner_id from unnest(${planned.filter(({ action }) => action === 'add').map(({ ownerId }) => ownerId)}::integer[]) owner_id
        where owner_id is not null`,
    )
  },
}

async function add(tx: Tx, importId: number, planned: readonly Planned[]): Promise<void> {
  const added = planned.filter(({ action }) => action === 'add')
  if (added.length === 0) return
  await insertAdded(
    tx,
    importId,
    sql`insert into characters (user_id, name, born_on, ${COLUMNS}, fields, external_id, origin)
    select p.owner_id, i.input ->> 'name', (i.input ->> 'bornOn')::date, ${NEW_VALUES}, ${NEW_OWN_FIELDS}, i.input ->> 'externalId', 'import'
    from ${unnestPlan(importId, added)} order by p.row`,
  )
}

function* problemsOf(row: PlanRow): Generator<RowProblem> {
  const problem = (field: string, message: string): RowProblem => ({ row: row.row, field, message })
  if (row.is_email_unknown) yield problem('email', 'There is no account with this address')
  if (row.is_steam_unknown) yield problem('steamId', 'There is no account with this Steam hex')
  if (row.is_owner_unclear) yield problem('steamId', 'The address and the Steam hex belong to different accounts')
  if (row.is_owned_by_other) yield problem(row.is_steam_unknown ? 'steamId' : 'email', 'This person belongs to another member')
  if (row.is_claimed) yield problem('externalId', 'A member has claimed this person and keeps it up to date')
  if (row.is_known) yield problem('name', 'A person with this name and birth date exists already')
}
