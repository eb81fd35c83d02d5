import { Button } from '@mantine/core'
import { portalConfig, useCommunityName, useLook } from '../platform/config/config.ts'
import { isTablet, setTablet } from '../platform/tablet/tablet.ts'
import { FooterLine } from '../ui/FooterLine.tsx'
import classes from './Footer.module.css'
import { downloadFile } from '../platform/download/download-file.ts'
import { exportLogText } from '../platform/log/log.ts'

export function Footer({ hasOptions }: { hasOptions: boolean }) {
  const { providerUrl } = portalConfig()
  const communityName = useCommunityName()
  const { footerLine } = useLook()
  return (
    <footer className={classes.footer}>
      {hasOptions && <FooterOptions />}
      <FooterLine communityName={communityName} providerUrl={providerUrl} footerLine={footerLine} />
    </footer>
  )
}

function FooterOptions() {
  const isOn = isTablet()
  return (
    <div className={classes.options}>
      <Button variant="default" onClick={() => void downloadLogs()}>
        Download Logs
      </Button>
      <Button
        variant="default"
        onClick={() => {
          setTablet(!isOn)
          reloadWithoutTabletRequest()
        }}
      >
        {isOn ? 'Disable Tablet Mode' : 'Enable Tablet Mode'}
      </Button>
    </div>
  )
}

/** Reloading with the tablet parameter still in the address would switch tablet mode on again. */
function reloadWithoutTabletRequest(): void {
  const url = new URL(window.location.href)
  if (url.searchParams.get('tablet') === 'true') {
    url.searchParams.delete('tablet')
    window.history.replaceState(window.history.state, '', url)
  }
  window.location.reload()
}

export const logFileName = (date: Date): string => `portal-log-${date.toISOString()}.txt`

async function downloadLogs(): Promise<void> {
  downloadFile(logFileName(new Date()), await exportLogText(), 'text/plain')
}
