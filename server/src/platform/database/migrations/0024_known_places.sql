-- Where an account was signed in to before, by browser and by address: wrong passwords from elsewhere must not keep its owner out there.
create table known_devices (
  user_id integer not null references users (id) on delete cascade,
  -- Of a random number that the browser keeps.
  device_hash bytea not null,
  last_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);
create index known_devices_last_at_idx on known_devices (last_at);
create index sign_ins_known_address_idx on sign_ins (user_id, address) where succeeded and kind = 'password';
