-- Email addresses that members have asked for and not confirmed yet, one of each. The code of the link that was mailed is stored hashed only.
create table address_changes (
  user_id integer primary key references users (id) on delete cascade,
  email text not null,
  code_hash bytea not null unique,
  expires_at timestamptz not null
);
create index address_changes_expires_at_idx on address_changes (expires_at);
