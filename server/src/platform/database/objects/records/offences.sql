create trigger offence_revisions_append_only before update or delete or truncate on offence_revisions
  for each statement execute function refuse_change();
