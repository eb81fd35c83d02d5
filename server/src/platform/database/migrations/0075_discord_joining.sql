-- An account that was made with Discord has no password until its member sets one.
alter table users alter column password_hash drop not null;

-- Since when a session is confirmed: its member has shown at Discord once more that the account is theirs.
alter table sessions add column confirmed_at timestamptz;

-- Members of these Discord servers may join, while joining with Discord is on.
alter table discord_guilds add column lets_join boolean not null default false;

create table discord_joining (
  id integer primary key default 1 check (id = 1),
  is_on boolean not null default false,
  version integer not null default 1,
  changed_at timestamptz,
  changed_by integer references users (id)
);
insert into discord_joining default values;

-- join: makes an account. confirm: a member without a password shows that the linked account is theirs.
alter table discord_sign_ins
  drop constraint discord_sign_ins_purpose_check,
  drop constraint discord_sign_ins_check,
  add constraint discord_sign_ins_purpose_check check (purpose in ('link', 'sign-in', 'join', 'confirm')),
  add constraint discord_sign_ins_check check ((purpose in ('link', 'confirm')) = (user_id is not null));
