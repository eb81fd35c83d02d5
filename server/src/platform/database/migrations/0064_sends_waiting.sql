-- Whether a member is told in Discord what newly waits for them.
alter table discord_preferences add column sends_waiting boolean not null default false;

-- What those members know already: how many of each kind waited when they were last told, or fewer since.
create table discord_waiting (
  user_id integer primary key references users (id) on delete cascade,
  counts jsonb not null,
  sent_at timestamptz
);
