import { ActionIcon } from '@mantine/core'
import { IconLayoutColumns } from '@tabler/icons-react'
import { isTablet } from '../../../platform/tablet/tablet.ts'
import { lazyComponent } from '../../../platform/load/lazy-component.tsx'
import { DIALOG, INLINE } from '../../../platform/load/shapes.tsx'
import { Dropdown } from '../../../ui/Dropdown.tsx'
import { useState } from 'react'
import type { Desktop } from '../../../panels/desktop.ts'
import type { Panel } from '../../../panels/panel.ts'
import classes from './DesktopBar.module.css'
import type { DesktopPlace } from './desktop-contents.ts'

/** Fetched once the desktop is drawn. */
const PanelsList = lazyComponent(async () => (await import('./PanelsList.tsx')).PanelsList, { what: 'The menu', shape: INLINE })
const LayoutsDialog = lazyComponent(async () => (await import('./layouts/LayoutsDialog.tsx')).LayoutsDialog, {
  what: 'The layouts',
  shape: DIALOG,
})
const LABEL = 'Panels'

type PanelsMenuProps = { place: DesktopPlace; panels: readonly Panel[]; desktop: Desktop | null }

/** Opens and closes panels, and arranges them. */
export function PanelsMenu({ place, panels, desktop }: PanelsMenuProps) {
  const [isManaging, setManaging] = useState(false)
  if (isTablet() || panels.length < 2) return null
  const arrangement = desktop?.arrangement
  return (
    <>
      <Dropdown
        kind="menu"
        label={LABEL}
        align="end"
        renderButton={(button) => (
          <ActionIcon {...button} variant="subtle" color="gray" size={32} className={classes.icon} aria-label={LABEL} title={LABEL}>
            <IconLayoutColumns size={20} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
        renderContent={(close) => (
          <PanelsList place={place} panels={panels} desktop={desktop} onDone={close} onManage={() => setManaging(true)} />
        )}
      />
      {isManaging && arrangement && (
        <LayoutsDialog unitClass={place.unitClass} panels={panels} arrangement={arrangement} onClose={() => setManaging(false)} />
      )}
    </>
  )
}
