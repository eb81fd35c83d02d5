-- A report is never deleted, and its writer, place and number never change. What a final report imposes stays; a voided report never changes.
create function guard_report() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a report is never deleted';
  end if;
  if (old.kind, old.year, old.number, old.writer_id, old.writer_identifier, old.department_id, old.server_id, old.created_at)
    is distinct from
    (new.kind, new.year, new.number, new.writer_id, new.writer_identifier, new.department_id, new.server_id, new.created_at) then
    raise exception 'who wrote a report, where and under which number never changes';
  end if;
  if old.state = 'voided' then
    raise exception 'a voided report never changes';
  end if;
  if old.state = 'final' and (new.state not in ('final', 'voided')
    or (old.subject_id, old.fine, old.jail_minutes, old.points, old.final_at)
      is distinct from (new.subject_id, new.fine, new.jail_minutes, new.points, new.final_at)) then
    raise exception 'what a final report imposes never changes';
  end if;
  return new;
end $$;
create trigger reports_guarded before update or delete on reports for each row execute function guard_report();
create trigger reports_kept before truncate on reports for each statement execute function refuse_change();
create trigger report_revisions_append_only before update or delete or truncate on report_revisions
  for each statement execute function refuse_change();
create trigger report_events_append_only before update or delete or truncate on report_events
  for each statement execute function refuse_change();
