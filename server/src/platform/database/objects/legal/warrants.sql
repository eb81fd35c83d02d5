-- A warrant is never deleted, and its writer, place and number never change. What was signed stays; a warrant that has ended never changes.
create function guard_warrant() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a warrant is never deleted';
  end if;
  if (old.id, old.year, old.number, old.writer_id, old.writer_identifier, old.department_id, old.server_id, old.draft_id, old.created_at)
    is distinct from
    (new.id, new.year, new.number, new.writer_id, new.writer_identifier, new.department_id, new.server_id, new.draft_id, new.created_at) then
    raise exception 'who wrote a warrant, where and under which number never changes';
  end if;
  if old.state in ('denied', 'served', 'recalled', 'expired') then
    raise exception 'a warrant that has ended never changes';
  end if;
  if old.state = 'active' and (new.state not in ('active', 'served', 'recalled', 'expired')
    or (old.type, old.content, old.signer_id, old.signed_at, old.bail, old.expires_at)
      is distinct from (new.type, new.content, new.signer_id, new.signed_at, new.bail, new.expires_at)) then
    raise exception 'what was signed never changes';
  end if;
  return new;
end $$;
create trigger warrants_guarded before update or delete on warrants for each row execute function guard_warrant();
create trigger warrants_kept before truncate on warrants for each statement execute function refuse_change();
create trigger warrant_entries_append_only before update or delete or truncate on warrant_entries
  for each statement execute function refuse_change();
