import { IconCheck } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { MenuItem, MenuLabel } from '../../../ui/Dropdown.tsx'
import type { Desktop } from '../../../panels/desktop.ts'
import { titleFor, type Panel, type PanelId } from '../../../panels/panel.ts'
import { focusPanel } from '../../../panels/selection.ts'
import classes from './DesktopBar.module.css'
import type { DesktopPlace } from './desktop-contents.ts'
import { LayoutItems } from './layouts/LayoutItems.tsx'

const NONE: readonly PanelId[] = []
const nothing = () => () => undefined

type PanelsListProps = { place: DesktopPlace; panels: readonly Panel[]; desktop: Desktop | null; onDone: () => void; onManage: () => void }

/** The panels of the desktop, and its layouts. */
export function PanelsList({ place, panels, desktop, onDone, onManage }: PanelsListProps) {
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
      <LayoutItems unitClass={place.unitClass} desktop={desktop} onDone={onDone} onManage={onManage} />
    </>
  )
}
