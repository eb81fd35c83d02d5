-- The Discord account that an applicant has proved. It is linked to their account once they are accepted.
alter table registrations
  add column discord_id text check (discord_id ~ '^\d{1,20}$'),
  add column discord_username text,
  add column discord_display_name text,
  add column discord_proved_at timestamptz,
  add constraint registrations_discord_check
    check (num_nulls(discord_id, discord_username, discord_display_name, discord_proved_at) in (0, 4));
create unique index registrations_discord_id_key on registrations (discord_id) where state in ('open', 'asked');

alter table discord_sign_ins
  add column registration_id integer references registrations (id) on delete cascade,
  drop constraint discord_sign_ins_purpose_check,
  add constraint discord_sign_ins_purpose_check check (purpose in ('link', 'sign-in', 'join', 'confirm', 'apply')),
  add constraint discord_sign_ins_registration_check check ((purpose = 'apply') = (registration_id is not null));
create index discord_sign_ins_registration_id_idx on discord_sign_ins (registration_id);
