-- The list of accounts counts those in use on every page: by this index it reads none of them for it.
create index users_in_use on users (id) where disabled_at is null and deleted_at is null;
