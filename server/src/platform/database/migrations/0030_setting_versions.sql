-- A version is never given twice: a setting that was reset and chosen again must not pass for the one that someone opened before.
create sequence setting_versions as integer;
select setval('setting_versions', (select coalesce(max(version), 0) + 1 from settings));
alter table settings alter column version set default nextval('setting_versions');

-- Whoever changes a setting, pages that show them can tell that they have missed something.
insert into streams (key, seq) values ('settings', 1);
create function advance_settings() returns trigger language plpgsql as $$
begin
  update streams set seq = seq + 1 where key = 'settings';
  return null;
end $$;
-- Once a row: an insert that becomes an update would advance it twice by statement.
create trigger settings_stream_advanced after insert or update or delete on settings for each row execute function advance_settings();
