-- A key that is revoked ends the sockets that were opened with it.
create function announce_key_revocation() returns trigger language plpgsql as $$
begin
  perform pg_notify('portal_access', json_build_object('keyId', new.id)::text);
  return null;
end $$;
create trigger api_keys_revocation_announced after update on api_keys for each row
  when (old.revoked_at is null and new.revoked_at is not null) execute function announce_key_revocation();
