create trigger record_events_append_only before update or delete or truncate on record_events
  for each statement execute function refuse_change();
