-- Refuses any change of a table that is only ever added to.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger audit_append_only before update or delete or truncate on audit for each statement execute function refuse_change();
