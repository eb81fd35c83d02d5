import { ActionIcon } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { lazyComponent } from '../../platform/load/lazy-component.tsx'
import { INLINE } from '../../platform/load/shapes.tsx'
import { Dropdown } from '../../ui/Dropdown.tsx'
import classes from './DockDesktop.module.css'
import type { PanelMenuProps } from './PanelMenuItems.tsx'

/** Fetched once the desktop is drawn. */
const PanelMenuItems = lazyComponent(async () => (await import('./PanelMenuItems.tsx')).PanelMenuItems, { what: 'The menu', shape: INLINE })

/** Offers what dragging a panel does, and the tabs beside it, as a menu. */
export function PanelMenu(props: PanelMenuProps) {
  const label = `Move or close ${props.titleOf(props.panelId)}`
  return (
    <Dropdown
      kind="menu"
      label={label}
      renderButton={(button) => (
        <ActionIcon {...button} variant="subtle" color="gray" size={24} className={classes.more} aria-label={label}>
          <IconChevronDown size={15} stroke={2} aria-hidden />
        </ActionIcon>
      )}
      renderContent={(close) => <PanelMenuItems {...props} onDone={close} />}
    />
  )
}
