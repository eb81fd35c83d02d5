-- A role that is deleted in Discord takes its rows of the ledger with it: without this index all of them are read to find those.
create index discord_ledger_by_role on discord_ledger (role_id);
