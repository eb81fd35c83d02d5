import { Button } from '@mantine/core'
import { resetSetting, SOUND_SECONDS, SOUND_SETTINGS } from '@tenfour/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import { call } from '../../../platform/api/client.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { keepSoundsReady } from '../../../platform/sounds/sounds.ts'
import { Card } from '../../../ui/Card.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { SettingRow } from './SettingRow.tsx'
import { knownSettings, refetchSettings, useSettings } from './settings.queries.ts'
import { useEditsForm } from './use-edits-form.tsx'
import { useSettingEdits } from './use-setting-edits.ts'

export function SoundsPage() {
  const settings = useSettings()
  useEffect(keepSoundsReady, [])
  if (settings.data) return <SoundsForm known={knownSettings(SOUND_SETTINGS, settings.data)} />
  return (
    <>
      <Header />
      {settings.isError ? <PageError error={settings.error} onRetry={settings.refetch} /> : <PageLoading label="Loading the sounds" />}
    </>
  )
}

const Header = ({ action }: { action?: ReactNode }) => (
  <PageHeader
    title="Sounds"
    subtitle={`Files of at most ${SOUND_SECONDS.most} seconds, which are made as loud as each other. Desktops play them once they are saved, without a reload.`}
    actions={action}
  />
)

function SoundsForm({ known }: { known: ReturnType<typeof knownSettings> }) {
  const edits = useSettingEdits(known)
  const { form, bar } = useEditsForm(edits, 'sounds-form', 'Sounds saved')
  const button = useRef<HTMLButtonElement>(null)
  const replaced = known.filter(({ state }) => state.source === 'portal')
  const reset = useMutation({
    mutationFn: async () => {
      edits.discard()
      for (const { setting, state } of replaced) {
        await call(resetSetting, { params: { key: setting.key }, query: { version: state.version } })
      }
    },
    onSuccess: () => notify.success('Every sound is as shipped'),
    onSettled: async () => {
      await refetchSettings()
      // The button that was pressed was disabled meanwhile.
      requestAnimationFrame(() => button.current?.focus())
    },
  })
  return (
    <>
      <Header
        action={
          <Button ref={button} variant="default" loading={reset.isPending} onClick={() => reset.mutate()}>
            All as shipped
          </Button>
        }
      />
      <Stack as="form" {...form}>
        <Card>
          {known.map(({ setting, state }) => (
            <SettingRow key={setting.key} setting={setting} state={state} edits={edits} />
          ))}
        </Card>
      </Stack>
      {bar}
    </>
  )
}
