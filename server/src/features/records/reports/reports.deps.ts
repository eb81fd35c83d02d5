import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import type { MemberPictures } from '../../people/pictures/pictures.port.ts'
import type { Consequences } from './decide/reports.consequences.ts'
import type { HasServed, HasShown } from './drafts/reports.known.ts'
import type { Penalties } from './read/reports.penalties.ts'

export type ReportDeps = {
  readonly db: Db
  readonly publish: Publish
  readonly redis?: Redis | undefined
  readonly settings: Pick<Settings, 'get'>
  readonly memberPictures: MemberPictures
  readonly consequences: Consequences
  readonly penalties: Penalties
  /** Given by lookups, which know what is shown before it is in their log. */
  readonly hasShown: HasShown
  /** Given by warrants. */
  readonly hasServed: HasServed
}
