-- Cuts a database down to a sample: the first and last rows of each table, and all rows that these refer to.
set session_replication_role = replica;
create temporary table sample (of_table oid, place tid, primary key (of_table, place));
create temporary view trimmed as
  select c.oid, format('%I.%I', n.nspname, c.relname) as name, coalesce((
    select string_agg(quote_ident(a.attname), ', ' order by array_position(i.indkey::int2[], a.attnum))
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indrelid = c.oid and i.indisprimary), 'ctid') as key
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind = 'r';

do $$
declare
  rows_kept constant integer := 4;
  -- Other rows name Discord channels without a foreign key.
  kept_whole constant text[] := '{public.schema_migrations,public.schema_objects,public.discord_channels}';
  each record;
  added integer;
  missing integer;
begin
  for each in select * from trimmed loop
    execute format('insert into sample
      select %s, ctid from (select ctid, row_number() over (order by %s) as n, count(*) over () as total from %s) r
      where n <= %s or n = total or total <= 8',
      each.oid, each.key, each.name, case when each.name = any(kept_whole) then 10000 else rows_kept end);
  end loop;
  loop
    missing := 0;
    for each in
      select k.conrelid as child, k.confrelid as parent, string_agg(format('p.%I = c.%I', p.attname, c.attname), ' and ') as matching
      from pg_constraint k
      cross join lateral unnest(k.conkey, k.confkey) u (child, parent)
      join pg_attribute c on c.attrelid = k.conrelid and c.attnum = u.child
      join pg_attribute p on p.attrelid = k.confrelid and p.attnum = u.parent
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace
      group by k.oid
    loop
      execute format('insert into sample
        select %s, p.ctid from sample s join %s c on c.ctid = s.place join %s p on %s where s.of_table = %s
        on conflict do nothing', each.parent::oid, each.child::regclass, each.parent::regclass, each.matching, each.child::oid);
      get diagnostics added = row_count;
      missing := missing + added;
    end loop;
    exit when missing = 0;
  end loop;
  for each in select * from trimmed loop
    execute format('delete from %s where ctid not in (select place from sample where of_table = %s)', each.name, each.oid);
  end loop;
end $$;

-- Hashes and sealed tokens become made-up values, a different one in each row.
do $$
declare
  each record;
begin
  for each in
    select t.name, t.key, a.attname as secret, a.atttypid = 'bytea'::regtype as is_binary
    from trimmed t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    where a.attname ~ '(_hash|token|secret)$' and a.atttypid in ('bytea'::regtype, 'text'::regtype)
  loop
    execute format('update %s t set %I = %s from (select ctid, row_number() over (order by %s) as n from %1$s) r
      where r.ctid = t.ctid and t.%2$I is not null', each.name, each.secret,
      case when each.is_binary then format('sha256(convert_to(%L || r.n, ''UTF8''))', each.name) else '''made-up-'' || r.n' end, each.key);
  end loop;
end $$;
