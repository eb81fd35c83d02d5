import { CadValue, CadValueKind, cadValueTitle } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'

/** Kinds with a table of their own, because other tables refer to it, and the columns of their content. All others share a table. */
const TABLES: Partial<Record<CadValueKind, { readonly table: string; readonly columns: readonly string[]; readonly hasKey?: boolean }>> = {
  'call-type': {
    table: 'call_types',
    columns: ['code', 'name', 'priority', 'classes', 'opening', 'sound', 'colour', 'recommend', 'needs'],
    hasKey: true,
  },
  beat: { table: 'beats', columns: ['name', 'area', 'departments'] },
}

const tableOf = (kind: CadValueKind): RawBuilder<unknown> => sql.table(TABLES[kind]?.table ?? 'cad_values')
const ofKind = (kind: CadValueKind): RawBuilder<unknown> => (TABLES[kind] ? sql`true` : sql`kind = ${kind}`)
const names = (columns: readonly string[]): RawBuilder<unknown> => sql.join(columns.map((column) => sql.ref(column)))
const contentOf = (kind: CadValueKind): RawBuilder<unknown> => {
  const own = TABLES[kind]
  if (!own) return sql`content`
  return sql`jsonb_build_object(${sql.join(own.columns.flatMap((column) => [sql.lit(column), sql.ref(column)]))})`
}

/** `kind` is an expression, because the rows of the shared table name theirs. */
const columns = (kind: RawBuilder<unknown>, content: RawBuilder<unknown>, key = sql`null`): RawBuilder<unknown> => sql`
  ${kind} as kind, id as "valueId", ${key} as key, ${content} as content, sort_order as position, shipped is not null as "isShipped",
  retired_at is not null as "isRetired", version`

/** The values of one kind, or of all, retired ones included, in the order of lists. */
export async function listCadValues(db: Db | Tx, kind?: CadValueKind): Promise<CadValue[]> {
  const kinds = kind === undefined ? CadValueKind.options : [kind]
  const parts = kinds.map((each) => {
    const key = TABLES[each]?.hasKey ? sql`key` : undefined
    return sql`select ${columns(sql.lit(each), contentOf(each), key)} from ${tableOf(each)} where ${ofKind(each)}`
  })
  const { rows } = await sql`select * from (${sql.join(parts, sql` union all `)}) v order by kind, position, "valueId"`.execute(db)
  return z.array(CadValue).parse(rows)
}

export async function findCadValue(tx: Tx, kind: CadValueKind, valueId: number): Promise<CadValue | undefined> {
  return (await listCadValues(tx, kind)).find((value) => value.valueId === valueId)
}

/** Locks the values of a kind, so that the limits hold and the order is one. */
export async function lockKind(tx: Tx, kind: CadValueKind): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('cad-values'), hashtext(${kind}))`.execute(tx)
}

/** The words of a value; the contract has parsed them for its kind. */
export type Content = Readonly<Record<string, unknown>>

export async function insertCadValue(tx: Tx, kind: CadValueKind, content: Content, position: number): Promise<number> {
  const own = TABLES[kind]
  const json = JSON.stringify(content)
  const { rows } = own
    ? await sql`
        insert into ${tableOf(kind)} (${names(own.columns)}${own.hasKey ? sql`, key` : sql``}, sort_order)
        select ${names(own.columns)}${own.hasKey ? sql`, code` : sql``}, ${position}
        from jsonb_populate_record(null::${tableOf(kind)}, ${json}) returning id`.execute(tx)
    : await sql`insert into cad_values (kind, content, sort_order) values (${kind}, ${json}, ${position}) returning id`.execute(tx)
  return z.object({ id: z.int() }).parse(rows[0]).id
}

const setContent = (kind: CadValueKind, content: RawBuilder<unknown>): RawBuilder<unknown> => {
  const own = TABLES[kind]
  if (!own) return sql`content = ${content}`
  return sql`(${names(own.columns)}) = (select ${names(own.columns)} from jsonb_populate_record(null::${tableOf(kind)}, ${content}))`
}

export async function changeCadValue(tx: Tx, kind: CadValueKind, valueId: number, content: Content): Promise<void> {
  await sql`update ${tableOf(kind)} set ${setContent(kind, sql`${JSON.stringify(content)}::jsonb`)}, version = version + 1
    where id = ${valueId} and ${ofKind(kind)}`.execute(tx)
}

/** Retires a value or restores it. */
export async function setRetired(
  tx: Tx,
  { kind, valueId }: Pick<CadValue, 'kind' | 'valueId'>,
  isRetired: boolean,
  position: number,
): Promise<void> {
  await sql`update ${tableOf(kind)} set retired_at = ${isRetired ? sql`now()` : sql`null`}, sort_order = ${position}, version = version + 1
    where id = ${valueId} and ${ofKind(kind)}`.execute(tx)
}

/** Numbers the values in this order. Versions stay, because the position is not part of the form that an admin edits. */
export async function setOrder(tx: Tx, kind: CadValueKind, valueIds: readonly number[]): Promise<void> {
  await sql`update ${tableOf(kind)} v set sort_order = o.position
    from unnest(${valueIds}::integer[]) with ordinality o(id, position) where v.id = o.id and ${ofKind(kind)}`.execute(tx)
}

/** Retires what the community added, so that no name is taken, then makes what the portal came with as it was. */
export async function resetKind(tx: Tx, kind: CadValueKind): Promise<void> {
  await sql`update ${tableOf(kind)} set retired_at = now(), version = version + 1
    where ${ofKind(kind)} and retired_at is null`.execute(tx)
  await sql`update ${tableOf(kind)} set ${setContent(kind, sql`shipped -> 'content'`)}, sort_order = (shipped ->> 'position')::integer,
      retired_at = null, version = version + 1
    where ${ofKind(kind)} and shipped is not null`.execute(tx)
}

const withName = (kind: CadValueKind, counted: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select v.id as "valueId", sum(c.count)::integer as uses from cad_values v join (${counted}) c on lower(c.name) = lower(v.content ->> 'name')
  where v.kind = ${kind} group by v.id`

/** The records that have each value of a kind, counted from an index; null where nothing is counted. */
const USES: Readonly<Record<CadValueKind, RawBuilder<unknown> | null>> = {
  'call-type': sql`select call_type_id as "valueId", count(*)::integer as uses from calls group by 1`,
  'emergency-number': sql`select v.id as "valueId", count(*)::integer as uses from cad_values v join calls c on c.number = v.content ->> 'code'
    where v.kind = 'emergency-number' group by v.id`,
  disposition: withName('disposition', sql`select disposition as name, count(*) from calls where disposition is not null group by 1`),
  'radio-channel': withName('radio-channel', sql`select channel as name, count(*) from units where channel <> '' group by 1`),
  'radio-code': null,
  flag: sql`select value_id as "valueId", count(*)::integer as uses from cautions
    where withdrawn_at is null and (expires_at is null or expires_at > now()) group by 1`,
  status: sql`select coalesce(status_id, status) as "valueId", count(*)::integer as uses from units where status <> 1 group by 1`,
  'licence-type': sql`select type_id as "valueId", count(*)::integer as uses from licences group by 1`,
  'impound-lot': sql`select lot_id as "valueId", count(*)::integer as uses from impounds
    where lot_id is not null and released_at is null group by 1`,
  'unit-type': sql`
    select v.id as "valueId", count(*)::integer as uses from units u
    join cad_values v on v.kind = 'unit-type' and (v.id = u.type_id or (u.type_id is null and v.shipped is not null
      and (v.content ->> 'class')::integer = u.unit_class and (v.content ->> 'countsAs')::integer = u.type))
    where u.status <> 1 group by 1`,
  'welfare-time': null,
  'vehicle-model': withName('vehicle-model', sql`select model as name, count(*) from vehicles where removed_at is null group by 1`),
  'weapon-model': withName('weapon-model', sql`select model as name, count(*) from weapons where removed_at is null group by 1`),
  beat: sql`select beat_id as "valueId", count(*)::integer as uses from units where beat_id is not null group by 1`,
}

/** The values of a kind, or the departments, that a property may refer to; retired ones are among them. */
export async function referencesTo(db: Db | Tx, of: CadValueKind | 'department'): Promise<{ value: number; label: string }[]> {
  if (of !== 'department')
    return (await listCadValues(db, of)).map(({ valueId, content }) => ({ value: valueId, label: cadValueTitle(content) }))
  const rows = await db.selectFrom('departments').select(['id as value', 'name as label']).orderBy('id').execute()
  return rows
}

export async function countUses(db: Db, kind: CadValueKind): Promise<{ valueId: number; uses: number }[]> {
  const { rows } = (await USES[kind]?.execute(db)) ?? { rows: [] }
  return z.array(z.object({ valueId: z.int(), uses: z.int() })).parse(rows)
}
