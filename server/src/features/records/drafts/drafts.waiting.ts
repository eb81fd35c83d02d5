import { sql, type RawBuilder } from 'kysely'
import { byMember, counted, type Waiting } from '../../../platform/waiting.ts'

type Written = Pick<Waiting, 'access' | 'featureSwitch' | 'changedBy' | 'path'> & {
  /** Names the tables: `reports` and `report_drafts`. */
  readonly noun: 'report' | 'warrant'
  readonly isReturned: RawBuilder<unknown>
}

/** Documents that wait for their writer: returned ones that the writer has not begun to change, and drafts. */
export function waitingForWriter({ noun, isReturned, ...place }: Written): { readonly returned: Waiting; readonly drafts: Waiting } {
  const [documents, drafts] = [sql.table(`${noun}s`), sql.table(`${noun}_drafts`)]
  const from = (source: RawBuilder<unknown>) =>
    byMember(
      (userIds) => sql`select w.writer_id as "userId", count(*)::integer as count from ${source}
        and w.writer_id = any(${userIds}::integer[]) group by w.writer_id`,
    )
  const hasDraft = sql`exists (select from ${drafts} d where d.${sql.ref(`${noun}_id`)} = w.id)`
  return {
    returned: {
      ...place,
      id: `returned-${noun}s`,
      count: from(sql`${documents} w where (${isReturned}) and not ${hasDraft}`),
      words: counted(`${noun} returned to you`, `${noun}s returned to you`),
    },
    drafts: {
      ...place,
      id: `${noun}-drafts`,
      count: from(sql`${drafts} w where true`),
      words: counted(`${noun} not submitted`, `${noun}s not submitted`),
      isOwnDoing: true,
    },
  }
}
