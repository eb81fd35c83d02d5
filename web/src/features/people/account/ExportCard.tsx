import { Button } from '@mantine/core'
import { exportSelf } from '@tenfour/contract'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { downloadFile } from '../../../platform/download/download-file.ts'
import { Card } from '../../../ui/Card.tsx'
import classes from './SettingsPage.module.css'

export function ExportCard({ userId }: { userId: number }) {
  const download = useMutation({
    mutationFn: async () => {
      const account = await call(exportSelf, { params: { userId } })
      const name = `portal-account-${account.exportedAt.slice(0, 10)}.json`
      downloadFile(name, JSON.stringify(account, null, 2), 'application/json')
    },
  })
  return (
    <Card title="Your data">
      <p className={classes.text}>
        Everything the portal keeps about your account: profile, departments, roles, sessions, sign-ins, characters and patrols.
      </p>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} stroke={1.7} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        Download as JSON
      </Button>
    </Card>
  )
}
