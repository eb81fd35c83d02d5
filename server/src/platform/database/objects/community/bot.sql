-- Tells every portal that the connection to Discord has changed.
create function tell_discord_connection() returns trigger language plpgsql as $$
begin
  perform pg_notify('discord_connection', '');
  return null;
end $$;
create trigger discord_connection_told after update on discord_connection for each statement execute function tell_discord_connection();
