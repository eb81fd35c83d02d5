-- What a dispatcher keeps beside who is where: radio channels, who looks after a call and whom it concerns, duplicates, panic, call signs.

alter table units add column channel text not null default '' check (length(channel) <= 16);

-- '#' stands for a digit, everything else for itself.
alter table departments add column call_sign_template text not null default '' check (length(call_sign_template) <= 16);
update departments d set call_sign_template = start.template
from (values (2, '#L##'), (3, '#S##'), (4, '#H##'), (5, 'D-#'), (6, 'E##')) as start (id, template)
where d.id = start.id;

alter table calls
  add column channel text not null default '' check (length(channel) <= 16),
  -- Whom it concerns now: at first whom its type concerns.
  add column classes smallint[] not null default '{1,3}' check (cardinality(classes) > 0),
  add column handler_id integer references users (id),
  add column merged_into_id integer references calls (id) check (merged_into_id <> id),
  add column panic_user_id integer references users (id),
  add check (merged_into_id is null or status = 'cleared');
update calls c set classes = t.classes from call_types t where t.id = c.call_type_id;
alter table calls alter column classes drop default;
create index calls_handler_idx on calls (handler_id) where status <> 'cleared';
create index calls_merged_into_idx on calls (merged_into_id) where merged_into_id is not null;
create unique index calls_one_panic on calls (panic_user_id, server_id) where status <> 'cleared';

-- A place as it is compared: neither case nor punctuation nor spacing tells two apart.
create function place_key(place text) returns text language sql immutable parallel safe
  return trim(regexp_replace(lower(place), '[[:space:][:punct:]]+', ' ', 'g'));
create index calls_location_idx on calls (server_id, place_key(location), id desc) where place_key(location) <> '';
create index calls_postal_idx on calls (server_id, place_key(postal), id desc) where place_key(postal) <> '';
