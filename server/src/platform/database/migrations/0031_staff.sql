-- Game server keys issued by someone who is not an administrator: their tickets sign in members without roles and permissions only.
-- Otherwise MANAGE_SERVERS would be worth the account of anyone on the staff.
alter table api_keys add column is_limited boolean not null default false;

-- The roster's hours, and who has not patrolled for a while.
create index patrols_ended_at_idx on patrols (ended_at);

-- The audit log opens on administration, of which there is little among what dispatch does every evening.
create index audit_administration on audit (id desc) where subject_type not in ('unit', 'call', 'dispatch-note');
