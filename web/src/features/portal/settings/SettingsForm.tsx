import { Button } from '@mantine/core'
import { isFeatureSwitch, timeZoneSetting, type Setting, type SettingState, type SettingGroup } from '@tenfour/contract'
import { IconSearch, IconSearchOff } from '@tabler/icons-react'
import { ApiError } from '../../../platform/api/api-error.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { Card } from '../../../ui/Card.tsx'
import { DebouncedTextInput } from '../../../ui/DebouncedTextInput.tsx'
import { Empty } from '../../../ui/PageStates.tsx'
import { errorInfo } from '../../../ui/error-info.ts'
import { confirmZone } from '../calendar/confirm-zone.port.tsx'
import { FeatureRow } from './FeatureRow.tsx'
import { isOutdated, parseEntry } from './setting-draft.ts'
import { SettingRow } from './SettingRow.tsx'
import classes from './settings.module.css'
import { useEditsForm } from './use-edits-form.tsx'
import { useSettingEdits } from './use-setting-edits.ts'
import { Stack } from '../../../ui/layout.tsx'

type GroupedSettings = { readonly group: SettingGroup; readonly settings: readonly Setting[] }

/** The settings under their groups, in the order of the contract. */
const grouped = (settings: readonly Setting[]): GroupedSettings[] =>
  [...Map.groupBy(settings, ({ group }) => group)].map(([group, own]) => ({ group, settings: own }))

/** The settings whose own words, group or variable name contain every word of the search. */
function matching(settings: readonly Setting[], search: string): readonly Setting[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return settings
  return settings.filter(({ title, help, group, key, env }) => {
    const text = [title, help, group.title, key, env ?? ''].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** With fewer groups everything is in sight, or nearly. */
const MIN_GROUPS_FOR_INDEX = 4

type SettingsFormProps = {
  known: readonly { readonly setting: Setting; readonly state: SettingState }[]
  search: string
  onSearch: (text: string) => void
}

export function SettingsForm({ known, search, onSearch }: SettingsFormProps) {
  const edits = useSettingEdits(known)
  const states = new Map(known.map(({ setting, state }) => [setting, state]))
  const all = known.map(({ setting }) => setting)
  const groups = grouped(matching(all, search))
  const hasIndex = grouped(all).length >= MIN_GROUPS_FOR_INDEX

  /** Another time zone is asked about. A zone that can't be chosen is refused when it is saved, beside its field. */
  const refuses = async (): Promise<string | undefined> => {
    const edited = edits.open.find(({ setting }) => setting.key === timeZoneSetting.key)
    if (!edited || isOutdated(edited.state, edited.edit)) return undefined
    const { value } = parseEntry(timeZoneSetting, edited.edit.entry)
    if (typeof value !== 'string') return undefined
    try {
      return (await confirmZone(value)) ? undefined : timeZoneSetting.key
    } catch (error) {
      if (error instanceof ApiError && error.code === 'invalid_input') return undefined
      notify.error(errorInfo(error).message)
      return timeZoneSetting.key
    }
  }
  const { form, bar } = useEditsForm(edits, 'settings-form', 'Settings saved', refuses)
  return (
    <>
      <DebouncedTextInput
        className={classes.search}
        label="Search settings"
        value={search}
        onCommit={onSearch}
        icon={<IconSearch size={16} stroke={1.8} aria-hidden />}
      />
      <div className={classes.page} data-index={hasIndex || undefined}>
        {hasIndex && (
          <nav className={classes.index} aria-label="Sections of this page">
            <ul>
              {groups.map(({ group: { key, title } }) => (
                <li key={key}>
                  <a href={`#group-${key}`}>{title}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <Stack as="form" {...form}>
          {groups.map(({ group, settings }) => (
            <div key={group.key} id={`group-${group.key}`} className={classes.group}>
              <Card title={group.title} aside={group.help}>
                {settings.map((setting) => {
                  const state = states.get(setting)
                  if (!state) return null
                  return isFeatureSwitch(setting) ? (
                    <FeatureRow key={setting.key} feature={setting} state={state} />
                  ) : (
                    <SettingRow key={setting.key} setting={setting} state={state} edits={edits} />
                  )
                })}
              </Card>
            </div>
          ))}
          {groups.length === 0 && (
            <Card>
              <Empty
                icon={<IconSearchOff size={28} stroke={1.6} />}
                title="No settings match your search"
                action={
                  <Button variant="default" onClick={() => onSearch('')}>
                    Clear search
                  </Button>
                }
              />
            </Card>
          )}
        </Stack>
      </div>
      {bar}
    </>
  )
}
