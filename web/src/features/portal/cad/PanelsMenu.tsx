import { ActionIcon } from '@mantine/core'
import { IconCheck, IconLayoutColumns, IconRestore } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { isTablet } from '../../../platform/tablet/tablet.ts'
import { Dropdown, MenuItem, MenuLabel } from '../../../ui/Dropdown.tsx'
import type { Desktop } from '../../../panels/desktop.ts'
import { titleFor, type Panel, type PanelId } from '../../../panels/panel.ts'
import { focusPanel } from '../../../panels/selection.ts'
import classes from './DesktopBar.module.css'
import type { DesktopPlace } from './desktop-contents.ts'

const NONE: readonly PanelId[] = []
const nothing = () => () => undefined
const ICON = { size: 15, stroke: 1.8, 'aria-hidden': true } as const
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
      renderContent={(close) => <Panels place={place} panels={panels} desktop={desktop} onDone={close} />}
    />
  )
}

function Panels({ place, panels, desktop, onDone }: PanelsMenuProps & { onDone: () => void }) {
  const open = useSyncExternalStore(desktop?.subscribe ?? nothing, desktop?.openPanels ?? (() => NONE))
  const toggle = (id: PanelId) => {
    onDone()
    if (open.includes(id)) desktop?.close(id)
    else focusPanel(id)
  }
  return (
    <>
      <MenuLabel>Panels</MenuLabel>
      {panels.map((panel, index) => {
        const isOpen = open.includes(panel.id)
        return (
          <MenuItem
            key={panel.id}
            isOn={isOpen}
            icon={isOpen && <IconCheck size={15} stroke={2.2} aria-hidden />}
            aside={index < 9 && <kbd className={classes.key}>Alt {index + 1}</kbd>}
            onClick={() => toggle(panel.id)}
          >
            {titleFor(panel, place.unitClass)}
          </MenuItem>
        )
      })}
      <MenuItem
        icon={<IconRestore {...ICON} />}
        onClick={() => {
          onDone()
          desktop?.reset()
        }}
      >
        Reset layout
      </MenuItem>
    </>
  )
}
