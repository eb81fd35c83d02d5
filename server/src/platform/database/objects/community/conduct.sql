-- A published code of conduct never changes, nor does who accepted it.
create function refuse_conduct_change() returns trigger language plpgsql as $$
begin
  raise exception 'a published code of conduct never changes, nor who accepted it and when';
end $$;
create trigger conduct_versions_stay before update or delete on conduct_versions for each row execute function refuse_conduct_change();
create trigger conduct_acceptances_stay before update on conduct_acceptances for each row execute function refuse_conduct_change();
