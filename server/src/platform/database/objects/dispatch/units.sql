-- Where a member is on duty, and as what, decides what they may see. A change of status alone does not.
create trigger units_duty_begun after insert on units for each row execute function user_part_changed();
create trigger units_duty_changed after update on units for each row
  when ((old.status = 1, old.server_id, old.department_id, old.unit_class, old.type)
    is distinct from (new.status = 1, new.server_id, new.department_id, new.unit_class, new.type))
  execute function user_part_changed();
create trigger units_duty_removed after delete on units for each row execute function user_part_changed();
