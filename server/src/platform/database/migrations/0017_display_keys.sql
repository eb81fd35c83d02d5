-- Keys of screens in the game: they show one server and can do nothing.

alter table api_keys drop constraint if exists api_keys_kind_check;
alter table api_keys add constraint api_keys_kind_check check (kind in ('web', 'server', 'integration', 'display'));
alter table api_keys drop constraint if exists api_keys_display_check;
alter table api_keys add constraint api_keys_display_check check (kind <> 'display' or server_id is not null);
