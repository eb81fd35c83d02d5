import { downloadResource, resourceFileName } from '@tenfour/contract'
import { IconDownload } from '@tabler/icons-react'
import { callForFile } from '../../../platform/api/client.ts'
import { portalConfig } from '../../../platform/config/config.ts'
import { downloadBlob } from '../../../platform/download/download-file.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'

/** Downloads the FiveM resource that belongs to this portal. */
export function ResourceButton() {
  const name = resourceFileName(portalConfig().version)
  const download = async () => {
    try {
      downloadBlob(name, await callForFile(downloadResource))
    } catch (error) {
      reportError(error, `${name} was not downloaded`)
    }
  }
  return (
    <ActionButton size="xs" variant="default" leftSection={<IconDownload size={14} aria-hidden />} action={download}>
      Download {name}
    </ActionButton>
  )
}
