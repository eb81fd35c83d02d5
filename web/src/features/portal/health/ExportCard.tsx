import { accessSubject, fetchExport, isAllowed, root } from '@tenfour/contract'
import { useState } from 'react'
import { callForFile } from '../../../platform/api/client.ts'
import { downloadBlob } from '../../../platform/download/download-file.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Card } from '../../../ui/Card.tsx'
import { CardNote } from '../../../ui/CardStates.tsx'
import { errorInfo } from '../../../ui/error-info.ts'
import { Stack } from '../../../ui/layout.tsx'

/** Everything of the community as files that other programs read, for Root. */
export function ExportCard() {
  const isRoot = isAllowed(root, accessSubject(useSignedInUser()))
  const [isFetching, setFetching] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  if (!isRoot) return null
  const download = async () => {
    setProblem(null)
    setFetching(true)
    await callForFile(fetchExport).then(
      (archive) => downloadBlob(`tenfour-export-${new Date().toISOString().slice(0, 10)}.zip`, archive),
      (error: unknown) => setProblem(errorInfo(error).message),
    )
    setFetching(false)
  }
  return (
    <Card
      title="Export"
      link={
        <ActionButton size="xs" variant="default" action={download}>
          Export everything
        </ActionButton>
      }
    >
      <Stack gap={12}>
        {problem !== null && (
          <Banner tone="danger" announce>
            {problem}
          </Banner>
        )}
        <CardNote>
          A zip archive with every table as JSON lines and CSV, and the pictures, so that you can take your community elsewhere. Passwords
          and keys are left out: to restore the portal, use a backup.
        </CardNote>
        {isFetching && <output>The export is being made. Keep this page open: a large community takes minutes.</output>}
      </Stack>
    </Card>
  )
}
