import { groupsOutOfReach, levelOf, type CurrentUser } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'

/**
 * Ids of the accounts above someone, by the contract's rule, for statements that read many accounts. A small set, evaluated once per
 * statement.
 */
export const idsAbove = (own: Pick<CurrentUser, 'roles'>): RawBuilder<unknown> => sql`(
  select ur.user_id from user_roles ur join roles r on r.id = ur.role_id join role_groups g on g.id = r.role_group_id
  where r.level > ${levelOf(own)} or g.name = any(${groupsOutOfReach(own)}::text[]))`
