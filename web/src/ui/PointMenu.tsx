import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { MenuPoint } from './menu-point.ts'
import classes from './PointMenu.module.css'

type PointMenuProps = { at: MenuPoint; title: string; onClose: () => void; children: ReactNode }

/** A context menu, at the pointer or below its row. Takes focus on opening. */
export const PointMenu = ({ at: { x, y }, title, onClose, children }: PointMenuProps) =>
  createPortal(
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      offset={2}
      width={250}
      trapFocus
      returnFocus={false}
      withinPortal={false}
      // No key events: the key press that opened it is still being handled.
      clickOutsideEvents={['mousedown', 'touchstart']}
    >
      <Menu.Target>
        <span className={classes.anchor} style={{ left: x, top: y }} />
      </Menu.Target>
      <Menu.Dropdown className={classes.menu} aria-label={title}>
        <Menu.Label className={classes.title}>{title}</Menu.Label>
        {children}
      </Menu.Dropdown>
    </Menu>,
    document.body,
  )
