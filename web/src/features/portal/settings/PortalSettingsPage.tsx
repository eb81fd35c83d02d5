import { SETTINGS } from '@tenfour/contract'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { PageHeader } from '../../../ui/Page.tsx'
import { PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { knownSettings, useSettings } from './settings.queries.ts'
import { SettingsForm } from './SettingsForm.tsx'

/** Settings with a page of their own are there. */
const IN_PLACE = SETTINGS.filter(({ group }) => group.page === undefined)

export function PortalSettingsPage() {
  const { q = '' } = useSearch({ from: '/shell/admin/settings' })
  const navigate = useNavigate()
  const settings = useSettings()
  return (
    <>
      <PageHeader
        title="Settings"
        subtitle={
          <>
            Saved changes apply at once, for everyone. Logo, colour and texts are under <Link to="/admin/look">Look</Link>.
          </>
        }
      />
      {settings.data ? (
        <SettingsForm
          known={knownSettings(IN_PLACE, settings.data)}
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
