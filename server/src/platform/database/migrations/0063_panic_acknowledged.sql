-- The units that acknowledged a panic alarm, in that order: [{userId, identifier, name}].
alter table calls add column panic_acknowledged_by jsonb not null default '[]' check (jsonb_typeof(panic_acknowledged_by) = 'array');
