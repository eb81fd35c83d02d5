import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import type { LookupService } from '../../records/lookups/lookups.port.ts'
import type { HasShown } from '../../records/reports/reports.port.ts'

export type WarrantDeps = {
  readonly db: Db
  readonly background: { readonly db: Db }
  readonly publish: Publish
  readonly redis?: Redis | undefined
  readonly settings: Pick<Settings, 'get'>
  /** The key that seals the history. */
  readonly historyKey: Buffer
  /** The file in which the end of the history is kept outside the database. */
  readonly historyEndFile?: string | undefined
  readonly lookups: Pick<LookupService, 'searchFor' | 'lookUpFor' | 'readFor'>
  /** Given by lookups, which know what a running search shows before it is in their log. */
  readonly hasShown: HasShown
}
