-- What the community chose for itself, by the key its setting is declared under; what nobody chose has no row.
create table settings (
  key text primary key,
  value jsonb not null,
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  changed_by integer references users (id) on delete set null
);
create trigger settings_page_announced after insert or update or delete on settings for each statement execute function announce_page();
