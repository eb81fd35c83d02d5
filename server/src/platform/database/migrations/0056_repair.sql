-- Some earlier migrations were edited after databases had run them. Whatever text a database ran, it has the same schema after this one, and keeps
-- every row. Each step below does nothing where there is nothing to repair. From here on a migration never changes: its checksum is kept.

-- 0037: a word of a name was marked as former.
alter table name_words drop column if exists is_former;

-- 0038.
alter table imports add column if not exists version integer not null default 0;

-- 0040: what units note in fields that the owner does not see is not on the owner's record either.
do $$
begin
  if not exists (select from pg_attribute where attrelid = 'record_events'::regclass and attname = 'audience' and not attisdropped) then
    alter table record_events add column audience text[] not null default '{owner,police}'
      check (audience <@ '{owner,police,fire}' and cardinality(audience) > 0);
  end if;
end $$;

-- 0040: values of fields were compared with accents, and removed records were found by theirs.
do $$
begin
  if (select prosrc not like '%translate%' from pg_proc where oid = 'field_key(jsonb)'::regprocedure) then
    create or replace function field_key(value jsonb) returns text language sql immutable strict parallel safe as $key$
      select case value
        when 'true'::jsonb then 'yes'
        when 'false'::jsonb then 'no'
        else left(translate(
          lower(regexp_replace(normalize(trim(value #>> '{}'), NFKD), '[\u0300-\u036f]', '', 'g')),
          'ØŁĐÐĦŦΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІЂЈЉЊЋЏҐÆŒÞ',
          'øłđðħŧαβγδεζηθικλμνξοπρστυφχψωσабвгдежзиклмнопрстуфхцчшщъыьэюяєіђјљњћџґæœþ'), 100) end
    $key$;
    delete from field_values;
    insert into field_values (field_id, value, subject_id)
    select f.key::int, field_key(f.value), s.id
    from (
      select id, fields from characters where removed_at is null
      union all select id, fields from vehicles where removed_at is null
      union all select id, fields from reports) s
    cross join lateral jsonb_each(s.fields) f
    on conflict do nothing;
  end if;
end $$;

-- 0041.
do $$
begin
  if not exists (select from pg_attribute where attrelid = 'pictures'::regclass and attname = 'is_evidence' and not attisdropped) then
    alter table pictures add column is_evidence boolean not null default false;
    update pictures p set is_evidence = true where exists (select from report_pictures r where r.picture_id = p.id);
  end if;
  if not exists (select from pg_attribute where attrelid = 'report_people'::regclass and attname = 'is_medical' and not attisdropped) then
    alter table report_people add column is_medical boolean not null generated always as (kind in ('patient', 'treatment')) stored;
  end if;
end $$;

-- 0042: a fine that was paid and then dropped, because its report was voided, is to be paid back.
alter table licences add column if not exists is_suspended_for_points boolean not null default false;
do $$
begin
  if not exists (select from pg_constraint where conrelid = 'fines'::regclass and conname = 'fines_check3') then
    alter table fines drop constraint fines_check1;
    alter table fines rename constraint fines_check2 to fines_check3;
    alter table fines add constraint fines_check1 check (state <> 'paid' or paid_at is not null);
    alter table fines add constraint fines_check2 check (paid_at is null or state in ('paid', 'dropped'));
  end if;
end $$;

-- 0043: the draft that a warrant was first submitted from.
do $$
begin
  if not exists (select from pg_attribute where attrelid = 'warrants'::regclass and attname = 'draft_id' and not attisdropped) then
    alter table warrants add column draft_id integer unique;
  end if;
end $$;

-- 0045 and 0048.
alter table discord_roles add column if not exists is_mentionable boolean not null default false;
alter table discord_ledger add column if not exists is_extra boolean not null default false;

-- 0049: lines that wait for a log name its kind, so that they are not posted in another.
update discord_lines l set target = c.type || ':' || c.id
  from discord_channels c where l.target = 'channel:' || c.id and c.type in ('MemberLogs', 'GeneralLogs');
update discord_pace p set target = c.type || ':' || c.id
  from discord_channels c where p.target = 'channel:' || c.id and c.type in ('MemberLogs', 'GeneralLogs')
    and not exists (select from discord_pace known where known.target = c.type || ':' || c.id);
create table if not exists discord_direct (
  discord_id text primary key references discord_links (discord_id) on delete cascade,
  -- Null until a message has arrived.
  channel_id text,
  refusal text check (refusal in ('closed', 'noSharedServer', 'other')),
  refused_at timestamptz,
  check ((refusal is null) = (refused_at is null))
);
drop index if exists discord_texts_newest;

-- 0048 and 0051, edited together: a ride-along gives the whitelist until an admin removes that, who may have done so where it was there.
do $$
begin
  if not exists (select from pg_attribute where attrelid = 'discord_nicknames'::regclass and attname = 'is_ours' and not attisdropped) then
    alter table discord_nicknames add column is_ours boolean not null default false;
    insert into entitlements (source_kind, gift_kind, whitelist)
      select 'ridealong', 'whitelist', 'prod'
      where not exists (select from entitlements where source_kind = 'ridealong' and gift_kind = 'whitelist' and whitelist = 'prod');
  end if;
end $$;

-- Indexes of 0038, 0041, 0044, 0049 and 0050 that were added or changed later. They are built only where they are missing or different.
do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('characters_claimed_idx', 'characters', '(external_id) WHERE ((merged_into_id IS NOT NULL) AND (external_id IS NOT NULL))'),
      ('reports_counted', 'reports', '(subject_id, kind) WHERE (state = ''final''::text)'),
      ('reports_by_time', 'reports', '(created_at)'),
      ('report_people_of', 'report_people', '(character_id, is_medical, report_id DESC) INCLUDE (role)'),
      ('report_people_of_kind', 'report_people', '(character_id, kind, report_id DESC) INCLUDE (role)'),
      ('pictures_of_evidence', 'pictures', '(owner_id, created_at) WHERE is_evidence'),
      ('call_units_assigned_at_idx', 'call_units', '(user_id, assigned_at)'),
      ('call_units_assigned_by_idx', 'call_units', '(assigned_by, assigned_at) WHERE (assigned_by IS NOT NULL)'),
      ('calls_created_by_idx', 'calls', '(created_by, created_at)'),
      ('calls_cleared_by_idx', 'calls', '(cleared_by, cleared_at) WHERE (cleared_by IS NOT NULL)'),
      ('discord_posts_by_subject', 'discord_posts', '(subject text_pattern_ops)'),
      ('discord_posts_differing', 'discord_posts', '(changed_at) WHERE (wanted IS DISTINCT FROM sent)'),
      ('discord_lines_waiting', 'discord_lines', '(target, id) WHERE (errand_id IS NULL)'),
      ('discord_lines_claimed', 'discord_lines', '(errand_id) WHERE (errand_id IS NOT NULL)'),
      ('support_messages_of_ticket', 'support_messages', '(ticket_id, at, id)')
    ) as w (name, on_table, definition)
  loop
    if pg_get_indexdef(to_regclass(wanted.name)) like '% USING btree ' || replace(wanted.definition, '_', '\_') then continue; end if;
    execute format('drop index if exists %I', wanted.name);
    execute format('create index %I on %I using btree %s', wanted.name, wanted.on_table, wanted.definition);
  end loop;
end $$;

-- The SHA-256 of each migration as it was when it ran.
alter table schema_migrations add column sha256 text;

-- What the database is: the newest schema that it was brought to, the oldest one whose portal may run on it, and the checksum of the objects.
create table schema_state (
  is_only boolean primary key default true check (is_only),
  number integer not null,
  oldest integer not null,
  objects text not null
);

-- Views, triggers and functions of the files under objects/, in the order in which they were made, so that exactly these are dropped before the
-- next ones are made. Listed here are those of the migrations up to now. place_key and record_key are not among them: indexes and generated
-- columns need them.
create table schema_objects (
  position integer primary key,
  kind text not null check (kind in ('function', 'view', 'trigger')),
  name text not null,
  table_name text,
  check ((kind = 'trigger') = (table_name is not null))
);
insert into schema_objects (position, kind, name, table_name)
  select row_number() over (), o.* from (values
    ('function', 'found_by', null), ('function', 'forget_unasked_roles', null), ('function', 'tell_discord_connection', null),
    ('function', 'refuse_conduct_change', null), ('function', 'refresh_entitled', null), ('function', 'refresh_all_entitled', null),
    ('function', 'membership_entitles', null), ('function', 'whitelist_entitlement_changed', null),
    ('function', 'refuse_entitlement_change', null), ('function', 'keep_mapped_role', null), ('function', 'tell_discord_errands', null),
    ('function', 'ask_discord', null), ('function', 'grant_entitles', null), ('function', 'grant_entitlement_changed', null),
    ('function', 'end_grants_of_account', null), ('function', 'tell_discord_links', null), ('function', 'unlink_deleted_account', null),
    ('function', 'ask_for_lines', null), ('function', 'log_to_discord', null), ('function', 'log_leaving', null),
    ('function', 'log_rank_change', null), ('function', 'log_membership', null), ('function', 'log_link', null),
    ('function', 'log_audit', null), ('function', 'log_warrant', null), ('function', 'send_notices_to_discord', null),
    ('function', 'ask_to_keep', null), ('function', 'stop_following', null), ('function', 'forget_earlier_membership', null),
    ('function', 'open_board', null), ('function', 'advance_boards_of_user', null), ('function', 'check_call_units', null),
    ('function', 'track_block_totals', null), ('function', 'note_whitelist_change', null), ('function', 'guard_warrant', null),
    ('function', 'refuse_patrol_on_retired_server', null), ('function', 'copy_patrol_to_gap', null),
    ('function', 'keep_status_seconds', null), ('function', 'touch_access', null), ('function', 'user_part_changed', null),
    ('function', 'user_changed', null), ('function', 'announce_access', null), ('function', 'touch_department_members', null),
    ('function', 'touch_rank_members', null), ('function', 'touch_role_members', null), ('function', 'refuse_change', null),
    ('function', 'refuse_retired', null), ('function', 'record_rank_change', null), ('function', 'keep_a_root', null),
    ('function', 'is_root_role', null), ('function', 'is_root_user', null), ('function', 'end_sessions_of_user', null),
    ('function', 'announce_session_end', null), ('function', 'is_administrator', null), ('function', 'end_ticket_sessions', null),
    ('function', 'end_ticket_sessions_of_holder', null), ('function', 'end_ticket_sessions_of_holders', null),
    ('function', 'refuse_ticket_of_administrator', null), ('function', 'announce_key_revocation', null),
    ('function', 'announce_page', null), ('function', 'advance_settings', null), ('function', 'field_key', null),
    ('function', 'follow_new_fields', null), ('function', 'follow_changed_fields', null), ('function', 'follow_removal', null),
    ('function', 'visible_fields', null), ('function', 'words_of_name', null), ('function', 'pairs_of_name', null),
    ('function', 'add_name_variants', null), ('function', 'add_name_words', null), ('function', 'follow_new_characters', null),
    ('function', 'follow_changed_characters', null), ('function', 'follow_deleted_characters', null),
    ('function', 'follow_new_names', null), ('function', 'follow_deleted_names', null), ('function', 'find_names', null),
    ('function', 'near_words', null), ('function', 'find_near_names', null), ('function', 'guard_report', null),
    ('function', 'find_vehicles', null), ('function', 'find_near_vehicles', null), ('view', 'implied_role_groups', null),
    ('view', 'granted', null), ('view', 'entitled', null), ('function', 'is_powerful', null), ('view', 'entitled_roles', null),
    ('view', 'given', null), ('view', 'given_roles', null), ('view', 'entitled_ace_groups', null), ('function', 'short_name', null),
    ('function', 'nickname_from', null), ('view', 'renamable_members', null), ('view', 'templated_nicknames', null),
    ('view', 'entitled_nicknames', null), ('function', 'is_new_membership', null), ('function', 'whitelisted_as', null),
    ('function', 'seconds_between', null), ('function', 'overlap_seconds', null), ('function', 'calls_worked', null),
    ('function', 'count_calls', null), ('view', 'counted_time', null), ('function', 'counted_between', null),
    ('trigger', 'discord_connection_told', 'discord_connection'), ('trigger', 'conduct_versions_stay', 'conduct_versions'),
    ('trigger', 'conduct_acceptances_stay', 'conduct_acceptances'), ('trigger', 'user_departments_entitled', 'user_departments'),
    ('trigger', 'entitlements_added', 'entitlements'), ('trigger', 'entitlements_removed', 'entitlements'),
    ('trigger', 'entitlements_stay', 'entitlements'), ('trigger', 'discord_roles_mapped_stay', 'discord_roles'),
    ('trigger', 'discord_errands_told', 'discord_errands'), ('trigger', 'discord_errands_freed', 'discord_errands'),
    ('trigger', 'grants_given', 'grants'), ('trigger', 'grants_changed', 'grants'),
    ('trigger', 'entitlements_of_grants_added', 'entitlements'), ('trigger', 'entitlements_of_grants_removed', 'entitlements'),
    ('trigger', 'users_disabled_grants', 'users'), ('trigger', 'discord_links_told', 'discord_links'),
    ('trigger', 'users_deleted_unlinked', 'users'), ('trigger', 'discord_members_logged', 'discord_members'),
    ('trigger', 'rank_changes_logged', 'rank_changes'), ('trigger', 'user_departments_logged', 'user_departments'),
    ('trigger', 'discord_links_logged', 'discord_links'), ('trigger', 'audit_logged', 'audit'), ('trigger', 'warrants_logged', 'warrants'),
    ('trigger', 'notices_sent', 'notices'), ('trigger', 'discord_guilds_stopped', 'discord_guilds'),
    ('trigger', 'discord_members_joined', 'discord_members'), ('trigger', 'discord_members_rejoined', 'discord_members'),
    ('trigger', 'servers_open_board', 'servers'), ('trigger', 'users_name_on_boards', 'users'),
    ('trigger', 'calls_active_with_units', 'calls'), ('trigger', 'call_units_active_call', 'call_units'),
    ('trigger', 'units_duty_begun', 'units'), ('trigger', 'units_duty_changed', 'units'), ('trigger', 'units_duty_removed', 'units'),
    ('trigger', 'track_blocks_added', 'track_blocks'), ('trigger', 'track_blocks_deleted', 'track_blocks'),
    ('trigger', 'users_whitelist_noted', 'users'), ('trigger', 'warrants_guarded', 'warrants'), ('trigger', 'warrants_kept', 'warrants'),
    ('trigger', 'warrant_entries_append_only', 'warrant_entries'), ('trigger', 'patrols_server_in_use', 'patrols'),
    ('trigger', 'patrol_gaps_copied', 'patrol_gaps'), ('trigger', 'patrols_status_seconds', 'patrols'),
    ('trigger', 'user_departments_changed', 'user_departments'), ('trigger', 'user_roles_changed', 'user_roles'),
    ('trigger', 'user_permissions_changed', 'user_permissions'), ('trigger', 'users_changed', 'users'),
    ('trigger', 'users_access_announced', 'users'), ('trigger', 'departments_changed', 'departments'),
    ('trigger', 'ranks_changed', 'ranks'), ('trigger', 'roles_changed', 'roles'), ('trigger', 'audit_append_only', 'audit'),
    ('trigger', 'user_departments_not_retired', 'user_departments'), ('trigger', 'user_departments_rank_recorded', 'user_departments'),
    ('trigger', 'user_roles_keep_a_root', 'user_roles'), ('trigger', 'users_keep_a_root', 'users'),
    ('trigger', 'roles_keep_a_root', 'roles'), ('trigger', 'users_sessions_end', 'users'),
    ('trigger', 'sessions_end_announced', 'sessions'), ('trigger', 'sessions_removal_announced', 'sessions'),
    ('trigger', 'user_roles_end_ticket_sessions', 'user_roles'), ('trigger', 'roles_end_ticket_sessions', 'roles'),
    ('trigger', 'sessions_no_ticket_for_administrators', 'sessions'), ('trigger', 'api_keys_revocation_announced', 'api_keys'),
    ('trigger', 'portal_settings_page_announced', 'portal_settings'), ('trigger', 'server_maps_page_announced', 'server_maps'),
    ('trigger', 'servers_page_announced', 'servers'), ('trigger', 'settings_page_announced', 'settings'),
    ('trigger', 'discord_connection_page_announced', 'discord_connection'), ('trigger', 'settings_stream_advanced', 'settings'),
    ('trigger', 'characters_fields_added', 'characters'), ('trigger', 'vehicles_fields_added', 'vehicles'),
    ('trigger', 'reports_fields_added', 'reports'), ('trigger', 'characters_fields_changed', 'characters'),
    ('trigger', 'vehicles_fields_changed', 'vehicles'), ('trigger', 'reports_fields_changed', 'reports'),
    ('trigger', 'characters_fields_removed', 'characters'), ('trigger', 'vehicles_fields_removed', 'vehicles'),
    ('trigger', 'record_events_append_only', 'record_events'), ('trigger', 'name_words_added', 'name_words'),
    ('trigger', 'characters_added', 'characters'), ('trigger', 'characters_changed', 'characters'),
    ('trigger', 'characters_deleted', 'characters'), ('trigger', 'character_names_added', 'character_names'),
    ('trigger', 'character_names_deleted', 'character_names'), ('trigger', 'character_names_append_only', 'character_names'),
    ('trigger', 'offence_revisions_append_only', 'offence_revisions'), ('trigger', 'reports_guarded', 'reports'),
    ('trigger', 'reports_kept', 'reports'), ('trigger', 'report_revisions_append_only', 'report_revisions'),
    ('trigger', 'report_events_append_only', 'report_events')
  ) as o (kind, name, table_name);
