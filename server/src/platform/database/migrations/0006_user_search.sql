-- All that an account is searched by in one text, so that a search reads one index once. Every Steam hex begins with the same seven
-- characters, which would be found in all of them: they are left out, and an empty line marks where the rest begins.
alter table users add column search_text text generated always as (
  lower(name) || E'\n' || lower(email) || case
    when steam_id like '1100001%' then E'\n\n' || lower(substr(steam_id, 8))
    when steam_id is not null then E'\n' || lower(steam_id)
    else ''
  end
) stored;
create index users_search on users using gin (search_text gin_trgm_ops);
drop index users_email_search;
drop index users_steam_id_search;
