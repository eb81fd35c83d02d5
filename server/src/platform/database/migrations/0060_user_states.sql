-- The list of accounts counts up to 1,001 of those it shows, with or without disabled and deleted ones, in one department or in all: by this index it
-- reads none of them for it. It takes the place of an index of accounts that are neither.
create index users_by_state on users (id) include (disabled_at, deleted_at);
drop index users_in_use;
