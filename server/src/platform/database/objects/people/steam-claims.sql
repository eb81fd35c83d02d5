-- Ends the claim of an account whose Steam hex becomes another: what a member proved is not true of a hex that is typed afterwards. Refuses a hex
-- that another member has proved, or that is disputed, like one that another account has.
create function keep_steam_claims() returns trigger language plpgsql as $$
begin
  delete from steam_claims where user_id = new.id and not is_disputed and steam_hex is distinct from lower(new.steam_id);
  if exists (select from steam_claims where steam_hex = lower(new.steam_id) and (user_id <> new.id or is_disputed)) then
    raise unique_violation using message = 'This Steam account is claimed', constraint = 'users_steam_id_key';
  end if;
  return null;
end $$;
create trigger users_steam_claims_kept after insert or update of steam_id on users for each row execute function keep_steam_claims();
