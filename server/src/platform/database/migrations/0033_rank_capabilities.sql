-- What a rank may do within its own department, beyond what everyone there may.
alter table ranks add column capabilities text[] not null default '{}'
  check (capabilities <@ array['approveReports', 'seeLookups', 'actOnLicences', 'seePatrols', 'grantLeave']);
drop trigger ranks_changed on ranks;
create trigger ranks_changed after update on ranks for each row
  when ((old.name, old.capabilities) is distinct from (new.name, new.capabilities)) execute function touch_rank_members();
