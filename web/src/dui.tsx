import './platform/older-browser/older-browser.ts'
import './platform/zod.ts'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './ui/tokens.css'
import { createRoot } from 'react-dom/client'
import { DisplayPage } from './features/game/display/DisplayPage.tsx'
import { readPortalConfig, setPortalConfig } from './platform/config/config.ts'

setPortalConfig(readPortalConfig(document))
const page = document.getElementById('root')
if (page) createRoot(page).render(<DisplayPage />)
