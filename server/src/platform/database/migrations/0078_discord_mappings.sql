-- Each department and each Discord role has one leader: the portal, which gives the role, or Discord, which a mapping follows.
alter table departments
  add column leader text not null default 'portal' check (leader in ('portal', 'discord')),
  add constraint departments_leader_key unique (id, leader);
alter table discord_roles
  add column leader text not null default 'portal' check (leader in ('portal', 'discord')),
  add constraint discord_roles_leader_key unique (id, leader),
  -- Members choose for themselves whether the portal gives them this one.
  add constraint discord_roles_patrol_notify_led_by_portal check (leader = 'portal' or type <> 'PATROL_NOTIFY');

-- When all members of the Discord server were last read; null since the bot connected, or while Discord reports the server as unavailable.
alter table discord_guilds add column members_read_at timestamptz;

-- What the portal gives, it leads.
alter table entitlements
  add column role_leader text generated always as (case when discord_role_id is not null then 'portal' end) stored,
  add constraint entitlements_role_led_by_portal foreign key (discord_role_id, role_leader) references discord_roles (id, leader);

-- A role in Discord that stands for a department and rank here. Nothing follows it until Discord leads the department.
create table discord_mappings (
  id integer primary key generated always as identity,
  role_id text not null references discord_roles (id),
  department_id integer not null,
  rank_id integer,
  -- That of the department, always.
  leader text not null default 'portal',
  role_leader text generated always as (case when leader = 'discord' then 'discord' end) stored,
  made_by integer not null references users (id),
  -- The member whose rights count whenever the mapping is used.
  answered_by integer not null references users (id),
  created_at timestamptz not null default now(),
  paused_because text,
  -- Null if the portal paused it.
  paused_by integer references users (id),
  constraint discord_mappings_once unique (department_id, role_id),
  constraint discord_mappings_led_like_department foreign key (department_id, leader) references departments (id, leader) on update cascade,
  constraint discord_mappings_role_led_by_discord foreign key (role_id, role_leader) references discord_roles (id, leader),
  foreign key (department_id, rank_id) references ranks (department_id, id),
  check (paused_because is not null or paused_by is null)
);
create index discord_mappings_role_id_idx on discord_mappings (role_id);

-- What following Discord did to members of a department, and what it leaves undone. lowered: it took a rank or the membership. held: a loss that
-- waits for a person. kept: a person decided against the loss, for as long as the same one would follow.
create table discord_followed (
  department_id integer not null references departments (id),
  user_id integer not null references users (id) on delete cascade,
  state text not null check (state in ('lowered', 'held', 'kept')),
  -- The rank that Discord leads to; null for none.
  rank_id integer references ranks (id),
  is_member boolean not null,
  since timestamptz not null default now(),
  primary key (department_id, user_id),
  check (is_member or rank_id is null)
);
create index discord_followed_user_id_idx on discord_followed (user_id);
