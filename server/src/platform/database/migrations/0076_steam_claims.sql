-- Steam accounts that members have proved to be theirs. A claim that is not disputed is the Steam hex of the member's account. Claims of several
-- members to one Steam account are all disputed: its hex is no account's until staff decide.
create table steam_claims (
  user_id integer not null references users (id) on delete cascade,
  steam_hex text not null check (steam_hex ~ '^1100001[0-9a-f]{8}$'),
  proved_at timestamptz not null default now(),
  is_disputed boolean not null,
  primary key (user_id, steam_hex)
);
create unique index steam_claims_one_owner on steam_claims (steam_hex) where not is_disputed;
create unique index steam_claims_one_hex on steam_claims (user_id) where not is_disputed;
create index steam_claims_disputed on steam_claims (steam_hex) where is_disputed;

-- Members who are on Steam's page right now.
create table steam_proofs (
  state_hash bytea primary key,
  tab_hash bytea not null,
  session_id bigint not null references sessions (id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index steam_proofs_session on steam_proofs (session_id);

-- Answers of Steam that were taken. None is taken twice.
create table steam_nonces (
  nonce text primary key,
  expires_at timestamptz not null
);
