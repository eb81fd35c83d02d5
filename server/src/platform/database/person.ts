import { sql } from 'kysely'

/** The user that a query has joined as `alias`; null where there is none. */
export const personJson = (alias: string) =>
  sql`case when ${sql.ref(`${alias}.id`)} is not null then
    json_build_object('userId', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.name`)}) end`
