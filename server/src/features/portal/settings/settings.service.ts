import { accessSubject, isAllowed, MESSAGES, SETTINGS, type Setting, type SettingState } from '@tenfour/contract'
import { sql } from 'kysely'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import { withKnownZone } from '../../../platform/calendar/calendar.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import type { OpenWork, OwnedSwitch } from '../../../platform/settings/switches.ts'

type Deps = { readonly db: Db; readonly settings: Settings; readonly ownedSwitches: () => readonly OwnedSwitch[] }

export function createSettingService({ db, settings, ownedSwitches }: Deps) {
  const change = async (
    actor: Actor,
    key: string,
    write: (
      tx: Tx,
      setting: Setting,
    ) => Promise<{ action: 'setting.changed' | 'setting.reset'; before: unknown; after: unknown } | undefined>,
  ): Promise<SettingState> => {
    const setting = settingOf(key)
    if (!isAllowed(setting.access, accessSubject(actor.user))) throw new AppError('forbidden', MESSAGES.forbidden)
    if (settings.stateOf(setting).source === 'environment') {
      throw new AppError('conflict', `${setting.env} is set in the portal's environment and takes precedence`)
    }
    await withKnownZone('value', () =>
      db.transaction().execute(async (tx) => {
        const changed = await write(tx, setting)
        if (!changed) return
        const { action, before, after } = changed
        await recordAudit(tx, actor, action, { subjectType: 'setting', subjectId: key, before: { value: before }, after: { value: after } })
      }),
    )
    await settings.refresh()
    return settings.stateOf(setting)
  }

  return {
    list: (): SettingState[] => SETTINGS.map((setting) => settings.stateOf(setting)),

    save: (actor: Actor, key: string, { value, version }: { value: unknown; version: number }): Promise<SettingState> =>
      change(actor, key, async (tx, setting) => {
        const parsed = setting.schema.safeParse(value)
        if (!parsed.success) throw new AppError('invalid_input', parsed.error.issues[0]?.message ?? 'Enter a value', 'value')
        const row = await lockSetting(tx, key)
        assertVersion(row, version)
        const before = row ? row.value : setting.fallback
        if (row && before === parsed.data) return undefined
        await writeSetting(tx, key, parsed.data, actor.userId)
        return { action: 'setting.changed', before, after: parsed.data }
      }),

    reset: (actor: Actor, key: string, version: number): Promise<SettingState> =>
      change(actor, key, async (tx, setting) => {
        const row = await lockSetting(tx, key)
        assertVersion(row, version)
        if (!row) return undefined
        await deleteSetting(tx, key)
        return { action: 'setting.reset', before: row.value, after: setting.fallback }
      }),

    open: async (key: string): Promise<OpenWork[]> => {
      const owned = ownedSwitches().find(({ featureSwitch }) => featureSwitch.key === key)
      if (!owned) throw new AppError('not_found', 'There is no such switch', 'key')
      return (await owned.open()).filter(({ count }) => count > 0)
    },
  }
}

function settingOf(key: string): Setting {
  const found = SETTINGS.find((setting) => setting.key === key)
  if (!found) throw new AppError('not_found', 'There is no such setting', 'key')
  return found
}

function assertVersion(row: { readonly version: number } | undefined, version: number): void {
  if ((row?.version ?? 0) !== version) throw new AppError('conflict', 'This setting has changed since you opened it')
}

/** Locks a setting and returns its row. If it has none, nobody else can insert one before this transaction ends. */
async function lockSetting(tx: Tx, key: string): Promise<{ value: unknown; version: number } | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`setting:${key}`}, 0))`.execute(tx)
  return tx.selectFrom('settings').select(['value', 'version']).where('key', '=', key).executeTakeFirst()
}

const writeSetting = (tx: Tx, key: string, value: unknown, userId: number) =>
  tx
    .insertInto('settings')
    .values({ key, value: JSON.stringify(value), changed_by: userId })
    .onConflict((on) =>
      on.column('key').doUpdateSet({
        value: JSON.stringify(value),
        version: sql<number>`nextval('setting_versions')`,
        changed_at: sql<Date>`now()`,
        changed_by: userId,
      }),
    )
    .execute()

const deleteSetting = (tx: Tx, key: string) => tx.deleteFrom('settings').where('key', '=', key).execute()
