-- Where a member is on duty, and as what, decides what they may see. A change of status alone does not.
create trigger units_duty_begun after insert on units for each row execute function user_part_changed();
create trigger units_duty_changed after update on units for each row
  when ((old.status = 1, old.server_id, old.department_id, old.unit_class, old.type)
    is distinct from (new.status = 1, new.server_id, new.department_id, new.unit_class, new.type))
  execute function user_part_changed();
create trigger units_duty_removed after delete on units for each row execute function user_part_changed();

-- Units are shown by the label of their status: a status of another name advances every board with a unit, so that these are fetched anew. A board
-- that is locked is left out: the transaction that holds it advances its number anyway, and waiting for it could be a deadlock.
create function advance_boards_of_status() returns trigger language plpgsql as $$
begin
  update streams set seq = seq + 1 where key in (
    select key from streams where key in (select 'board:' || server_id from units where coalesce(status_id, status) = new.id and status <> 1)
    for no key update skip locked);
  return null;
end $$;
create trigger cad_values_label_on_boards after update of content on cad_values for each row
  when (new.kind = 'status' and old.content ->> 'name' is distinct from new.content ->> 'name') execute function advance_boards_of_status();
