import { sql, type RawBuilder } from 'kysely'

/** For patrols `p`: the calls that the member was on, created, cleared or sent units to meanwhile, each once. */
export const callCount: RawBuilder<number> = sql`count_calls(p.user_id, p.server_id, p.started_at, coalesce(p.ended_at, now()))`
