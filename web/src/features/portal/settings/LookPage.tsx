import {
  LOOK_SETTINGS,
  lookColour,
  lookFooterLine,
  lookLoginPicture,
  lookLoginText,
  lookLogo,
  lookShortName,
  type Setting,
} from '@tenfour/contract'
import { Card } from '../../../ui/Card.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { LookPreview } from './LookPreview.tsx'
import classes from './LookPage.module.css'
import { parseEntry } from './setting-draft.ts'
import { SettingRow } from './SettingRow.tsx'
import { knownSettings, useSettings } from './settings.queries.ts'
import { useEditsForm } from './use-edits-form.tsx'
import { useSettingEdits } from './use-setting-edits.ts'

export function LookPage() {
  const settings = useSettings()
  return (
    <>
      <PageHeader title="Look" subtitle="The preview shows what you enter; others see it once it is saved, without a reload." />
      {settings.data ? (
        <LookForm known={knownSettings(LOOK_SETTINGS, settings.data)} />
      ) : settings.isError ? (
        <PageError error={settings.error} onRetry={settings.refetch} />
      ) : (
        <PageLoading label="Loading the look" />
      )}
    </>
  )
}

function LookForm({ known }: { known: ReturnType<typeof knownSettings> }) {
  const edits = useSettingEdits(known)
  const { form, bar } = useEditsForm(edits, 'look-form', 'Look saved')
  /** The value as entered, or as it is where the entry is not valid. */
  const shown = (wanted: Setting<string>): string => {
    const edit = edits.editOf(wanted.key)
    const entered = edit && parseEntry(wanted, edit.entry)
    const value = entered?.error === null ? entered.value : known.find(({ setting }) => setting.key === wanted.key)?.state.value
    return typeof value === 'string' ? value : ''
  }
  return (
    <>
      <div className={classes.page}>
        <Stack as="form" {...form}>
          <Card>
            {known.map(({ setting, state }) => (
              <SettingRow key={setting.key} setting={setting} state={state} edits={edits} />
            ))}
          </Card>
        </Stack>
        <LookPreview
          shortName={shown(lookShortName)}
          colour={shown(lookColour)}
          logo={shown(lookLogo)}
          loginPicture={shown(lookLoginPicture)}
          loginText={shown(lookLoginText)}
          footerLine={shown(lookFooterLine)}
        />
      </div>
      {bar}
    </>
  )
}
