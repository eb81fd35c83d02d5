import {
  isFeatureSwitch,
  roomKey,
  SETTINGS,
  UTC_CALENDAR,
  type Calendar,
  type FeatureSwitch,
  type Setting,
  type SettingState,
} from '@tenfour/contract'
import { readCalendar } from '../calendar/calendar.ts'
import type { Db } from '../database/database.ts'
import { readAtOnce, streamSeqs } from '../database/streams.ts'
import { keep } from '../kept.ts'

/** Values by key, from the environment of the process. */
export type SettingOverrides = Readonly<Record<string, unknown>>

export type Settings = ReturnType<typeof keepSettings>
type Row = { readonly value: unknown; readonly version: number; readonly changedAt: Date; readonly changedBy: SettingState['changedBy'] }
type Stored = { readonly seq: number; readonly rows: ReadonlyMap<string, Row>; readonly calendar: Calendar }

/** The stream that the database advances with every change of a setting. */

/** The current settings, in memory; read again whenever the database reports a change, made here or on another node. */
export function keepSettings({ db, overrides, onError }: { db: Db; overrides: SettingOverrides; onError: (error: unknown) => void }) {
  const listeners = new Set<() => void>()
  const kept = keep<Stored>(
    { seq: 0, rows: new Map(), calendar: UTC_CALENDAR },
    () => readStored(db),
    onError,
    () => listeners.forEach((listener) => listener()),
  )

  const stateOf = (setting: Setting): SettingState => {
    const row = kept.get().rows.get(setting.key)
    const chosen = setting.schema.safeParse(row?.value)
    const changed = row && { version: row.version, changedAt: row.changedAt.toISOString(), changedBy: row.changedBy }
    const state = { key: setting.key, version: 0, changedAt: null, changedBy: null, ...changed }
    const override = overrides[setting.key]
    if (override !== undefined) return { ...state, value: valueOf(override), source: 'environment' }
    // A stored value that this portal can't read, from an older version, counts as not set.
    return chosen.success && row
      ? { ...state, value: valueOf(chosen.data), source: 'portal' }
      : { ...state, value: valueOf(setting.fallback), source: 'default' }
  }

  return {
    // Every value was parsed by the setting's own schema, or is its fallback.
    get: <T>(setting: Setting<T>): T => stateOf(setting).value as T,
    stateOf,
    /** The community's days, which follow from the history of its time zone. */
    calendar: () => kept.get().calendar,
    /** The number of the settings stream when they were read. */
    seq: () => kept.get().seq,
    /** Called after every read, whether or not anything has changed. */
    onRead: (listener: () => void) => void listeners.add(listener),
    refresh: kept.refresh,
    close: kept.close,
  }
}

const valueOf = (value: unknown) => value as SettingState['value']

const readStored = (db: Db): Promise<Stored> =>
  readAtOnce(db, async (tx) => {
    const [seq = 0] = await streamSeqs(tx, [roomKey('settings', {})])
    const rows = await tx
      .selectFrom('settings as s')
      .leftJoin('users as u', 'u.id', 's.changed_by')
      .select(['s.key', 's.value', 's.version', 's.changed_at', 'u.id as userId', 'u.name'])
      .execute()
    const entries = rows.map(({ key, value, version, changed_at, userId, name }): [string, Row] => [
      key,
      { value, version, changedAt: changed_at, changedBy: userId === null || name === null ? null : { userId, name } },
    ])
    return { seq, rows: new Map(entries), calendar: await readCalendar(tx) }
  })

type Owner = {
  readonly settings?: readonly Setting[]
  readonly switches?: readonly { readonly featureSwitch: FeatureSwitch }[]
}

/**
 * Fails startup if a setting of the contract belongs to no feature or to two, or if a feature has a setting that is not in the contract.
 */
export function assertEverySettingHasAFeature(features: readonly Owner[], declared = SETTINGS): void {
  const plain = features.flatMap(({ settings = [] }) => settings)
  const owned = [...plain, ...features.flatMap(({ switches = [] }) => switches.map(({ featureSwitch }) => featureSwitch))]
  const list = (settings: readonly Setting[]) => settings.map(({ key }) => key).join(', ')
  const uncounted = plain.filter(isFeatureSwitch)
  if (uncounted.length > 0) throw new Error(`Declare these settings under switches, with their open items: ${list(uncounted)}`)
  const missing = declared.filter((setting) => !owned.includes(setting))
  if (missing.length > 0) throw new Error(`No feature declares the setting ${list(missing)}`)
  const unknown = owned.filter((setting) => !declared.includes(setting))
  if (unknown.length > 0) throw new Error(`Not among the settings of the contract: ${list(unknown)}`)
  const twice = owned.filter((setting, index) => owned.some((other, at) => at < index && other.key === setting.key))
  if (twice.length > 0) throw new Error(`Declared twice: ${list(twice)}`)
}
