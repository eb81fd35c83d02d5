-- What members are told personally.
create table notices (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  title text not null,
  text text not null,
  path text check (path like '/%' and path not like '//%'),
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index notices_of_user on notices (user_id, id desc);
create index notices_by_age on notices (created_at);
