import { CadDesktopPage } from '../../features/portal/cad/CadDesktopPage.tsx'
import { DESKTOP_FEATURES } from '../desktop-features.ts'

export const DesktopPage = () => <CadDesktopPage features={DESKTOP_FEATURES} />
