import { ActionIcon } from '@mantine/core'
import { IconLayoutColumns } from '@tabler/icons-react'
import { isTablet } from '../../../platform/tablet/tablet.ts'
import { lazyComponent } from '../../../platform/load/lazy-component.tsx'
import { INLINE } from '../../../platform/load/shapes.tsx'
import { Dropdown } from '../../../ui/Dropdown.tsx'
import type { Desktop } from '../../../panels/desktop.ts'
import type { Panel } from '../../../panels/panel.ts'
import classes from './DesktopBar.module.css'
import type { DesktopPlace } from './desktop-contents.ts'

/** Fetched once the desktop is drawn. */
const PanelsList = lazyComponent(async () => (await import('./PanelsList.tsx')).PanelsList, { what: 'The menu', shape: INLINE })
const LABEL = 'Panels'

type PanelsMenuProps = { place: DesktopPlace; panels: readonly Panel[]; desktop: Desktop | null }

/** Opens and closes panels. */
export function PanelsMenu({ place, panels, desktop }: PanelsMenuProps) {
  if (isTablet() || panels.length < 2) return null
  return (
    <Dropdown
      kind="menu"
      label={LABEL}
      align="end"
      renderButton={(button) => (
        <ActionIcon {...button} variant="subtle" color="gray" size={32} className={classes.icon} aria-label={LABEL} title={LABEL}>
          <IconLayoutColumns size={20} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
      renderContent={(close) => <PanelsList place={place} panels={panels} desktop={desktop} onDone={close} />}
    />
  )
}
