-- Vehicles and weapons that wait for approval, or were refused; empty once they are approved or need no approval.
alter table vehicles
  add column approval text check (approval in ('waiting', 'refused')),
  add column approval_reason text not null default '',
  add column approval_asked_at timestamptz;
alter table weapons
  add column approval text check (approval in ('waiting', 'refused')),
  add column approval_reason text not null default '',
  add column approval_asked_at timestamptz;
create index vehicles_waiting on vehicles (approval_asked_at, id) where approval = 'waiting' and removed_at is null;
create index weapons_waiting on weapons (approval_asked_at, id) where approval = 'waiting' and removed_at is null;
