-- What staff do with members holds whatever two of them do at the same moment.

create extension if not exists btree_gist;

-- A leave that was ended early or cancelled gives its days back.
alter table leaves add constraint leaves_do_not_overlap
  exclude using gist (user_id with =, daterange(starts_on, ends_on, '[]') with &&) where (ended_early_at is null);

-- Kept as it was judged then: ranks may be put in another order later.
alter table rank_changes add column kind text not null default 'change' check (kind in ('promotion', 'demotion', 'change'));

create index announcements_department_id_idx on announcements (department_id, created_at desc) where deleted_at is null;

-- Nobody is given a department or rank that is retired. The lock waits for whoever retires it at this moment, and makes them wait for us;
-- a rename takes a weaker one and waits for nobody. It fails as a missing department would: for a new member there is no such department.
create function refuse_retired() returns trigger language plpgsql as $$
declare
  is_retired boolean;
begin
  if tg_op = 'INSERT' or new.department_id is distinct from old.department_id then
    select retired_at is not null into is_retired from departments where id = new.department_id for key share;
    if is_retired then
      raise exception 'department % is retired', new.department_id
        using errcode = 'foreign_key_violation', constraint = 'user_departments_department_id_fkey', table = 'user_departments';
    end if;
  end if;
  if new.rank_id is not null and (tg_op = 'INSERT' or new.rank_id is distinct from old.rank_id) then
    select retired_at is not null into is_retired from ranks where id = new.rank_id for key share;
    if is_retired then
      raise exception 'rank % is retired', new.rank_id
        using errcode = 'foreign_key_violation', constraint = 'user_departments_department_id_rank_id_fkey', table = 'user_departments';
    end if;
  end if;
  return new;
end $$;
create trigger user_departments_not_retired before insert or update on user_departments
  for each row execute function refuse_retired();

-- Members are told of what they see of their department, and not of its place in a list or of a version nobody sees.
drop trigger departments_changed on departments;
create trigger departments_changed after update on departments for each row
  when ((old.name, old.full_name, old.type, old.is_cad_enabled) is distinct from (new.name, new.full_name, new.type, new.is_cad_enabled))
  execute function touch_department_members();
