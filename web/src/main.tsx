import './platform/older-browser/older-browser.ts'
import './platform/zod.ts'
import './ui/styles.ts'
import './app/tablet.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { startSession } from './app/start-session.ts'
import { router } from './app/router.tsx'
import { watchBuild } from './platform/build/build.ts'
import { setCalendar } from './platform/calendar/calendar.ts'
import { portalConfig, readPortalConfig, setPortalConfig } from './platform/config/config.ts'
import { setSwitchedOff } from './platform/features/features.ts'
import { watchStyles } from './platform/load/lazy-module.ts'
import { installUncaughtLogging } from './platform/log/uncaught.ts'
import { applyTabletMode, startTabletFrame } from './platform/tablet/tablet.ts'

const page = document.getElementById('root')

try {
  if (!page) throw new Error('The page has no place to draw the portal in')
  installUncaughtLogging()
  watchStyles()
  watchBuild()
  setPortalConfig(readPortalConfig(document))
  setSwitchedOff(portalConfig().switchedOff)
  setCalendar(portalConfig().calendar)
  applyTabletMode(window.location.href)
  startSession(router)
  startTabletFrame(portalConfig().frameOrigins)
  createRoot(page).render(<App />)
} catch (error) {
  // oxlint-disable-next-line no-console -- nothing else works yet
  console.error(error)
  // Plain text, because the rendering code may be what failed.
  if (page) page.textContent = 'The portal could not start. Reload the page. If that does not help, tell the people who run the portal.'
}
