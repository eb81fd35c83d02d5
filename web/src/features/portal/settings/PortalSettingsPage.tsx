import { SETTINGS, type Setting, type SettingState } from '@tenfour/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { PageHeader } from '../../../ui/Page.tsx'
import { PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { useSettings } from './settings.queries.ts'
import { SettingsForm } from './SettingsForm.tsx'

export function PortalSettingsPage() {
  const { q = '' } = useSearch({ from: '/shell/admin/settings' })
  const navigate = useNavigate()
  const settings = useSettings()
  return (
    <>
      <PageHeader title="Settings" subtitle="Saved changes apply at once, for everyone." />
      {settings.data ? (
        <SettingsForm
          known={known(settings.data)}
          search={q}
          onSearch={(text) => void navigate({ to: '/admin/settings', search: text ? { q: text } : {}, replace: true, resetScroll: false })}
        />
      ) : settings.isError ? (
        <PageError error={settings.error} onRetry={settings.refetch} />
      ) : (
        <PageLoading label="Loading the settings" />
      )}
    </>
  )
}

/** A portal of another version, during an upgrade, may know more or fewer than this page. */
const known = (states: readonly SettingState[]): { setting: Setting; state: SettingState }[] =>
  SETTINGS.flatMap((setting) => {
    const state = states.find(({ key }) => key === setting.key)
    return state ? [{ setting, state }] : []
  })
