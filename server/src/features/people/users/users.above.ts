import { groupsOutOfReach, levelOf, type CurrentUser } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'

/**
 * Ids of the accounts above someone, by the contract's rule, for statements that read many accounts. A small set, evaluated once per
 * statement. The roles are an array, so that their holders are found by an index: joined, every account with a role would be read.
 */
export const idsAbove = (own: Pick<CurrentUser, 'roles'>): RawBuilder<unknown> => sql`(
  select ur.user_id from user_roles ur where ur.role_id = any(array(
    select r.id from roles r join role_groups g on g.id = r.role_group_id
    where r.level > ${levelOf(own)} or g.name = any(${groupsOutOfReach(own)}::text[]))))`
