import type pg from 'pg'

/** Every object of the schema `public`, by kind and name, each with its whole definition. The order of columns does not count. */
export type SchemaSnapshot = ReadonlyMap<string, string>

/** Objects that an extension brought belong to the extension. */
const own = (catalog: string, oid: string) =>
  `not exists (select 1 from pg_depend e where e.classid = '${catalog}'::regclass and e.objid = ${oid} and e.deptype = 'e')`

const relations = (kinds: string) => `from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in (${kinds}) and ${own('pg_class', 'c.oid')}`

const COVERED = ['pg_class', 'pg_proc', 'pg_type', 'pg_statistic_ext', 'pg_constraint']

/** One query for each kind of object: `name` is unique within the kind. */
const KINDS: Readonly<Record<string, string>> = {
  extension: `select e.extname as name, concat_ws(' ', e.extversion, 'in', n.nspname) as definition
    from pg_extension e join pg_namespace n on n.oid = e.extnamespace`,
  table: `select c.relname as name, concat_ws(' ', case c.relkind when 'p' then 'partitioned' when 'f' then 'foreign' else 'table' end,
      case c.relpersistence when 'u' then 'unlogged' when 't' then 'temporary' end, pg_get_partkeydef(c.oid),
      case when c.relispartition then pg_get_expr(c.relpartbound, c.oid) end, array_to_string(c.reloptions, ', '),
      case when c.relrowsecurity then 'row security' end, case when c.relforcerowsecurity then 'forced' end,
      'replica identity ' || c.relreplident::text,
      (select 'inherits ' || string_agg(i.inhparent::regclass::text, ', ' order by i.inhseqno) from pg_inherits i where i.inhrelid = c.oid)
    ) as definition ${relations(`'r', 'p', 'f'`)}`,
  column: `select t.relname || '.' || a.attname as name, concat_ws(' ', format_type(a.atttypid, a.atttypmod),
      case when a.attcollation <> y.typcollation then 'collate ' || a.attcollation::regcollation::text end,
      case when a.attnotnull then 'not null' end,
      case a.attgenerated when '' then 'default' when 's' then 'stored' else 'virtual' end || ' ' || pg_get_expr(d.adbin, d.adrelid),
      case a.attidentity when 'a' then 'identity always' when 'd' then 'identity by default' end,
      case when a.attstorage <> y.typstorage then 'storage ' || a.attstorage::text end,
      'compression ' || nullif(a.attcompression::text, ''), 'statistics ' || nullif(coalesce(a.attstattarget, -1), -1),
      array_to_string(a.attoptions, ', ')) as definition
    from (select c.oid, c.relname ${relations(`'r', 'p', 'f', 'c'`)}) t
    join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    join pg_type y on y.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum`,
  // From PostgreSQL 18 on a column that is not null has a constraint too: the column says so already.
  constraint: `select coalesce(k.conrelid::regclass::text, k.contypid::regtype::text) || '.' || k.conname as name,
      concat_ws(' ', pg_get_constraintdef(k.oid), case when not k.convalidated then '(not validated)' end,
        case when k.condeferrable then '(deferrable)' end, case when k.condeferred then '(deferred)' end) as definition
    from pg_constraint k where k.connamespace = 'public'::regnamespace and k.contype <> 'n' and ${own('pg_class', 'k.conrelid')}`,
  index: `select c.relname as name, concat_ws(' ', pg_get_indexdef(c.oid), case when not i.indisvalid then '(invalid)' end,
      case when i.indisclustered then '(clustered)' end, case when i.indisreplident then '(replica identity)' end) as definition
    from (select c.* ${relations(`'i', 'I'`)}) c join pg_index i on i.indexrelid = c.oid`,
  function: `select p.oid::regprocedure::text as name,
      case when p.prokind = 'a' then 'aggregate' else pg_get_functiondef(p.oid) end as definition
    from pg_proc p where p.pronamespace = 'public'::regnamespace and ${own('pg_proc', 'p.oid')}`,
  trigger: `select c.relname || '.' || g.tgname as name, pg_get_triggerdef(g.oid) || ' (enabled ' || g.tgenabled::text || ')' as definition
    from (select c.* ${relations(`'r', 'p', 'f', 'v'`)}) c join pg_trigger g on g.tgrelid = c.oid and not g.tgisinternal`,
  view: `select c.relname as name, concat_ws(' ', case c.relkind when 'm' then 'materialized' end, array_to_string(c.reloptions, ', '),
      (select '(' || string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum) || ')'
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
      pg_get_viewdef(c.oid)) as definition ${relations(`'v', 'm'`)}`,
  rule: `select c.relname || '.' || r.rulename as name, pg_get_ruledef(r.oid) || ' (enabled ' || r.ev_enabled::text || ')' as definition
    from (select c.* ${relations(`'r', 'p', 'v'`)}) c join pg_rewrite r on r.ev_class = c.oid and r.rulename <> '_RETURN'`,
  policy: `select c.relname || '.' || p.polname as name, concat_ws(' ', p.polcmd, p.polpermissive, p.polroles,
      pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) as definition
    from (select c.* ${relations(`'r', 'p'`)}) c join pg_policy p on p.polrelid = c.oid`,
  sequence: `select c.relname as name, concat_ws(' ', s.seqtypid::regtype, 'start', s.seqstart, 'by', s.seqincrement, 'from', s.seqmin,
      'to', s.seqmax, 'cache', s.seqcache, case when s.seqcycle then 'cycle' end,
      (select 'owned by ' || pg_describe_object(d.refclassid, d.refobjid, d.refobjsubid)
        from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i')
          and d.refclassid = 'pg_class'::regclass)) as definition
    from (select c.* ${relations(`'S'`)}) c join pg_sequence s on s.seqrelid = c.oid`,
  type: `select y.typname as name, concat_ws(' ', y.typtype, case when y.typtype = 'd' then format_type(y.typbasetype, y.typtypmod) end,
      case when y.typnotnull then 'not null' end, 'default ' || y.typdefault,
      (select string_agg(e.enumlabel, ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = y.oid),
      (select r.rngsubtype::regtype::text from pg_range r where r.rngtypid = y.oid)) as definition
    from pg_type y where y.typnamespace = 'public'::regnamespace and y.typtype in ('e', 'd', 'r', 'c') and ${own('pg_type', 'y.oid')}
      and (y.typrelid = 0 or (select c.relkind from pg_class c where c.oid = y.typrelid) = 'c')`,
  statistics: `select x.stxname as name, concat_ws(' ', pg_get_statisticsobjdef(x.oid),
      'target ' || nullif(coalesce(x.stxstattarget, -1), -1)) as definition
    from pg_statistic_ext x where x.stxnamespace = 'public'::regnamespace`,
  comment: `select i.type || ' ' || i.identity as name, d.description as definition
    from pg_description d, pg_identify_object(d.classoid, d.objoid, d.objsubid) i
    where i.schema = 'public' and ${own('d.classoid', 'd.objoid').replace(`'d.classoid'::regclass`, 'd.classoid')}`,
  // Operators, collations and similar objects, of which the portal has none.
  other: `select i.type || ' ' || i.identity as name, '' as definition
    from pg_depend d, pg_identify_object(d.classid, d.objid, 0) i
    where d.refclassid = 'pg_namespace'::regclass and d.refobjid = 'public'::regnamespace
      and d.classid not in (${COVERED.map((catalog) => `'${catalog}'::regclass`).join(', ')}) and d.deptype = 'n'
      and d.classid <> 'pg_extension'::regclass
      and not exists (select 1 from pg_depend e where e.classid = d.classid and e.objid = d.objid and e.deptype = 'e')`,
}

/** The contents of a database's schema `public`. The job queue's own schema is not part of it. */
export async function snapshotSchema(client: pg.ClientBase): Promise<SchemaSnapshot> {
  const parts = Object.entries(KINDS).map(
    ([kind, query]) => `select '${kind} ' || name as name, definition from (${query}) ${kind}_objects`,
  )
  const { rows } = await client.query<{ name: string; definition: string }>(`${parts.join('\nunion all\n')}\norder by 1`)
  const snapshot = new Map(rows.map(({ name, definition }) => [name, definition]))
  if (snapshot.size !== rows.length) throw new Error('Two objects of the schema have the same name')
  return snapshot
}

/** One entry for each object that is missing, extra or different, with both definitions. */
export function compareSchemas(actual: SchemaSnapshot, expected: SchemaSnapshot): string[] {
  return [...new Set([...actual.keys(), ...expected.keys()])].sort().flatMap((name) => {
    const [is, should] = [actual.get(name), expected.get(name)]
    if (is === should) return []
    if (is === undefined) return [`missing ${name}: ${should}`]
    if (should === undefined) return [`extra ${name}: ${is}`]
    return [`different ${name}\n  is:     ${is}\n  should: ${should}`]
  })
}
