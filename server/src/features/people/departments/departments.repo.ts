import { Department, type Rank } from '@tenfour/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'

/** All departments in use, or those of one member. */
export async function departments(db: Db, memberId?: number): Promise<Department[]> {
  const rows = await db
    .selectFrom('departments')
    .select([
      'id as departmentId',
      'name',
      'full_name as fullName',
      'type',
      'is_cad_enabled as isCadEnabled',
      'call_sign_template as callSignTemplate',
    ])
    .where('retired_at', 'is', null)
    .$if(memberId !== undefined, (query) =>
      query.where('id', 'in', (sub) =>
        sub
          .selectFrom('user_departments')
          .select('department_id')
          .where('user_id', '=', memberId ?? 0),
      ),
    )
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  return z.array(Department).parse(rows)
}

export async function ranks(db: Db, departmentId: number, includeReserves: boolean): Promise<Rank[]> {
  return db
    .selectFrom('ranks')
    .select(['id as rankId', 'name as rankName', 'is_reserve as isReserve'])
    .where('department_id', '=', departmentId)
    .where('retired_at', 'is', null)
    .$if(!includeReserves, (query) => query.where('is_reserve', '=', false))
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
}
