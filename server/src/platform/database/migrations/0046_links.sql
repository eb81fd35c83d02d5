-- One Discord account, one member.
create table discord_links (
  user_id integer primary key references users (id) on delete cascade,
  discord_id text not null unique check (discord_id ~ '^\d{1,20}$'),
  username text not null,
  display_name text not null,
  linked_at timestamptz not null default now(),
  -- On the portal, or with a code of /link.
  how text not null check (how in ('page', 'command'))
);

create function tell_discord_links() returns trigger language plpgsql as $$
begin
  perform pg_notify('discord_links', coalesce(new.user_id, old.user_id)::text);
  return null;
end $$;
create trigger discord_links_told after insert or update or delete on discord_links for each row execute function tell_discord_links();

-- A deleted account keeps no link: the Discord account is free for another. A disabled one keeps it, and can't be left for another that way.
create function unlink_deleted_account() returns trigger language plpgsql as $$
begin
  delete from discord_links where user_id = new.id;
  return null;
end $$;
create trigger users_deleted_unlinked after update of deleted_at on users for each row
  when (new.deleted_at is not null) execute function unlink_deleted_account();

-- Those who are at Discord's page right now, to link or to sign in. Only hashes: what is stored is worth nothing elsewhere.
create table discord_sign_ins (
  state_hash bytea primary key,
  -- Of the secret that only the tab has which started it.
  tab_hash bytea not null,
  purpose text not null check (purpose in ('link', 'sign-in')),
  user_id integer references users (id) on delete cascade,
  return_url text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((purpose = 'link') = (user_id is not null))
);
create index discord_sign_ins_expires_at_idx on discord_sign_ins (expires_at);
create index discord_sign_ins_user_id_idx on discord_sign_ins (user_id);

-- Codes of /link: each is for one Discord account, and links it to whoever enters it signed in.
create table discord_link_codes (
  code_hash bytea primary key,
  discord_id text not null check (discord_id ~ '^\d{1,20}$'),
  username text not null,
  display_name text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index discord_link_codes_expires_at_idx on discord_link_codes (expires_at);
create index discord_link_codes_discord_id_idx on discord_link_codes (discord_id);

alter table sessions drop constraint sessions_kind_check, add constraint sessions_kind_check check (kind in ('password', 'ticket', 'discord'));
alter table sign_ins drop constraint sign_ins_kind_check, add constraint sign_ins_kind_check check (kind in ('password', 'ticket', 'discord'));

-- Whether the login page offers Discord depends on the connection.
create trigger discord_connection_page_announced after update on discord_connection for each statement execute function announce_page();
