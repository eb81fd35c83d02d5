import { Button } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { Key } from '../../../../ui/Key.tsx'
import { askWarrant } from '../../../../panels/selection.ts'
import type { RecordAlert } from './alerts.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { InlineButton } from '../../../../ui/TextButton.tsx'
import { Stack } from '../../../../ui/layout.tsx'

/** The alerts of a record, in words and colour. */
export function Alerts({ alerts, mayServe = false }: { alerts: readonly RecordAlert[]; mayServe?: boolean }) {
  const first = alerts.find(({ warrant }) => warrant !== undefined)
  return (
    <Stack as="ul" gap={6} style={{ marginBottom: 12 }}>
      {alerts.map((alert, index) => {
        const { tone, title, text, warrant } = alert
        return (
          // oxlint-disable-next-line no-array-index-key -- two cautions may read the same
          <li key={index}>
            <Banner
              tone={tone}
              isCompact
              icon={warrant && IconFlag}
              title={
                warrant ? (
                  <InlineButton c="inherit" onClick={() => askWarrant({ kind: 'open', warrantId: warrant.warrantId })}>
                    {title}
                  </InlineButton>
                ) : (
                  title
                )
              }
              action={
                warrant &&
                mayServe && (
                  <Button
                    size="compact-xs"
                    aria-label={`Serve ${warrant.number}`}
                    rightSection={alert === first && <Key>S</Key>}
                    onClick={() => askWarrant({ kind: 'serve', warrant })}
                  >
                    Serve
                  </Button>
                )
              }
            >
              {text}
            </Banner>
          </li>
        )
      })}
    </Stack>
  )
}
