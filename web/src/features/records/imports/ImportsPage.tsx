import type { ImportKind } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { PageHeader } from '../../../ui/Page.tsx'
import { PageError } from '../../../ui/PageStates.tsx'
import { ImportCard } from './ImportCard.tsx'
import { ImportHistory } from './ImportHistory.tsx'
import { importQuery, keepImport, useLiveImports } from './imports.queries.ts'
import { UploadCard } from './UploadCard.tsx'
import { Stack } from '../../../ui/layout.tsx'

/** Files of people, vehicles and offences: checked first, then imported. */
export function ImportsPage() {
  useLiveImports()
  const { kind = 'people', import: shownId } = useSearch({ from: '/shell/admin/imports' })
  const navigate = useNavigate()
  const [takesFocus, setTakesFocus] = useState(false)
  const setKind = (next: ImportKind) =>
    void navigate({ to: '/admin/imports', search: (before) => ({ ...before, kind: next }), replace: true, resetScroll: false })
  const show = (importId: number) => {
    setTakesFocus(true)
    void navigate({ to: '/admin/imports', search: (before) => ({ ...before, import: importId }), resetScroll: false })
  }
  return (
    <>
      <PageHeader
        title="Import"
        subtitle="People, vehicles and offences from CSV or JSON files. A file is checked before anything is written."
      />
      <Stack>
        <UploadCard
          kind={kind}
          onKind={setKind}
          onUploaded={(uploaded) => {
            keepImport(uploaded)
            show(uploaded.importId)
          }}
        />
        {shownId !== undefined && <Shown key={shownId} importId={shownId} takesFocus={takesFocus} />}
        <ImportHistory shownId={shownId} onShow={show} />
      </Stack>
    </>
  )
}

function Shown({ importId, takesFocus }: { importId: number; takesFocus: boolean }) {
  const found = useQuery(importQuery(importId))
  if (found.isPending) return null
  if (found.isError) return <PageError error={found.error} onRetry={found.refetch} />
  return <ImportCard shown={found.data} takesFocus={takesFocus} />
}
