-- A change of a setting advances the number of the settings' room, so that open pages fetch them.
create function advance_settings() returns trigger language plpgsql as $$
begin
  update streams set seq = seq + 1 where key = 'settings';
  return null;
end $$;

-- For each row: an insert that becomes an update would advance the number twice for each statement.
create trigger settings_stream_advanced after insert or update or delete on settings for each row execute function advance_settings();
