import { SETTINGS, type Setting, type SettingState } from '@tenfour/contract'
import type { Db } from '../database/database.ts'
import type { Feature } from '../feature.ts'
import { keep } from '../kept.ts'

/** Values by key, from the environment of the process. */
export type SettingOverrides = Readonly<Record<string, unknown>>

export type Settings = ReturnType<typeof keepSettings>
type Row = { readonly value: unknown; readonly version: number; readonly changedAt: Date; readonly changedBy: SettingState['changedBy'] }

/** The settings as they apply now, in memory; read anew whenever the database says that something was chosen, here or on another node. */
export function keepSettings({ db, overrides, onError }: { db: Db; overrides: SettingOverrides; onError: (error: unknown) => void }) {
  const kept = keep<ReadonlyMap<string, Row>>(new Map(), () => readRows(db), onError)

  const stateOf = (setting: Setting): SettingState => {
    const row = kept.get().get(setting.key)
    const chosen = setting.schema.safeParse(row?.value)
    const changed = row && { version: row.version, changedAt: row.changedAt.toISOString(), changedBy: row.changedBy }
    const state = { key: setting.key, version: 0, changedAt: null, changedBy: null, ...changed }
    const override = overrides[setting.key]
    if (override !== undefined) return { ...state, value: valueOf(override), source: 'environment' }
    // What an older portal kept and this one can't read counts as not chosen.
    return chosen.success && row
      ? { ...state, value: valueOf(chosen.data), source: 'portal' }
      : { ...state, value: valueOf(setting.fallback), source: 'default' }
  }

  return {
    // Whatever applies was parsed by the setting's own schema, or is its fallback.
    get: <T>(setting: Setting<T>): T => stateOf(setting).value as T,
    stateOf,
    refresh: kept.refresh,
    close: kept.close,
  }
}

const valueOf = (value: unknown) => value as SettingState['value']

async function readRows(db: Db): Promise<ReadonlyMap<string, Row>> {
  const rows = await db
    .selectFrom('settings as s')
    .leftJoin('users as u', 'u.id', 's.changed_by')
    .select(['s.key', 's.value', 's.version', 's.changed_at', 'u.id as userId', 'u.name'])
    .execute()
  return new Map(
    rows.map(({ key, value, version, changed_at, userId, name }) => [
      key,
      { value, version, changedAt: changed_at, changedBy: userId === null || name === null ? null : { userId, name } },
    ]),
  )
}

/** The portal does not start while a setting of the contract belongs to no feature, or to two, or a feature has one that the contract lacks. */
export function assertEverySettingHasAFeature(features: readonly Pick<Feature, 'settings'>[], declared = SETTINGS): void {
  const owned = features.flatMap(({ settings = [] }) => settings)
  const list = (settings: readonly Setting[]) => settings.map(({ key }) => key).join(', ')
  const missing = declared.filter((setting) => !owned.includes(setting))
  if (missing.length > 0) throw new Error(`No feature declares the setting ${list(missing)}`)
  const unknown = owned.filter((setting) => !declared.includes(setting))
  if (unknown.length > 0) throw new Error(`Not among the settings of the contract: ${list(unknown)}`)
  const twice = owned.filter((setting, index) => owned.some((other, at) => at < index && other.key === setting.key))
  if (twice.length > 0) throw new Error(`Declared twice: ${list(twice)}`)
}
