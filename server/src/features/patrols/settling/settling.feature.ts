import { absenceMinutes, absenceRule } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { createSettling, settleJob, type Settling } from './settling.service.ts'

type Deps = { readonly background: { readonly db: Db }; readonly settings: Pick<Settings, 'get'> }

/** `settle` is for those who change a patrol that was settled. */
export function settlingFeature({ background, settings }: Deps): Feature & Pick<Settling, 'settle' | 'onSettled'> {
  const { settle, onSettled, run } = createSettling({
    db: background.db,
    policy: () => ({ rule: settings.get(absenceRule), minutes: settings.get(absenceMinutes) }),
  })
  return { name: 'settling', settings: [absenceRule, absenceMinutes], jobs: [settleJob({ run })], settle, onSettled }
}
