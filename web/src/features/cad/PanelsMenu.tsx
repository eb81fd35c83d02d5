import { ActionIcon, Menu } from '@mantine/core'
import { IconCheck, IconHome, IconLayoutColumns, IconLogout, IconRestore, IconSettings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { signOut } from '../../platform/session/session.ts'
import { isTablet } from '../../platform/tablet/tablet.ts'
import type { Desk } from './desk.ts'
import classes from './DeskBar.module.css'
import type { DeskPlace } from './desk-place.ts'
import type { PanelId } from './panel-ids.ts'
import { titleFor, type Panel } from './panels.ts'
import { focusPanel } from './selection.port.ts'

const NONE: readonly PanelId[] = []
const nothing = () => () => undefined

/** Which panels are open, and the way to the rest of the portal. */
export function PanelsMenu({ place, panels, desk }: { place: DeskPlace; panels: readonly Panel[]; desk: Desk | null }) {
  const open = useSyncExternalStore(desk?.subscribe ?? nothing, desk?.openPanels ?? (() => NONE))
  const toggle = (id: PanelId) => (open.includes(id) ? desk?.close(id) : focusPanel(id))
  return (
    <Menu position="bottom-end" withinPortal={false} width={230} returnFocus={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={32} className={classes.icon} aria-label="Panels and more" title="Panels and more">
          <IconLayoutColumns size={20} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!isTablet() && panels.length > 1 && (
          <>
            <Menu.Label>Panels</Menu.Label>
            {panels.map((panel, index) => {
              const isOpen = open.includes(panel.id)
              return (
                <Menu.Item
                  key={panel.id}
                  role="menuitemcheckbox"
                  aria-checked={isOpen}
                  leftSection={<IconCheck size={15} stroke={2.2} className={classes.tick} data-on={isOpen || undefined} aria-hidden />}
                  rightSection={index < 9 && <kbd className={classes.key}>Alt {index + 1}</kbd>}
                  onClick={() => toggle(panel.id)}
                >
                  {titleFor(panel, place.unitClass)}
                </Menu.Item>
              )
            })}
            <Menu.Item leftSection={<IconRestore size={15} stroke={1.8} aria-hidden />} onClick={() => desk?.reset()}>
              Reset layout
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        <Menu.Item
          leftSection={<IconHome size={15} stroke={1.8} aria-hidden />}
          renderRoot={(props) => <Link to="/user/home" {...props} />}
        >
          Dashboard
        </Menu.Item>
        <Menu.Item
          leftSection={<IconSettings size={15} stroke={1.8} aria-hidden />}
          renderRoot={(props) => <Link to="/user/settings" {...props} />}
        >
          Account Settings
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={15} stroke={1.8} aria-hidden />} onClick={signOut}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
