-- Each portal keeps in memory what every page carries (the community's name, where the maps' tiles come from) and reads it anew when told.
create function announce_page() returns trigger language plpgsql as $$
begin
  perform pg_notify('portal_access', json_build_object('page', true)::text);
  return null;
end $$;
create trigger portal_settings_page_announced after insert or update or delete on portal_settings for each statement execute function announce_page();
create trigger server_maps_page_announced after insert or update or delete on server_maps for each statement execute function announce_page();
create trigger servers_page_announced after update of retired_at or delete on servers for each statement execute function announce_page();
create trigger settings_page_announced after insert or update or delete on settings for each statement execute function announce_page();

-- The login page offers Discord if there is a connection.
create trigger discord_connection_page_announced after update on discord_connection for each statement execute function announce_page();

-- It says whom Discord lets in too.
create trigger discord_joining_page_announced after update on discord_joining for each statement execute function announce_page();
